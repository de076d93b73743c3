"""The background process of `jaxdojo grade`: `python -m app.work.background.process NAME [SETTING=VALUE …]`.

It ends after some minutes without a grade, and on `jaxdojo stop`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, Final

from app.kit.memory import return_large_blocks
from app.kit.settings import load_settings
from app.work.background import place
from app.work.background.server import GradeServer

if TYPE_CHECKING:
    from app.kit.settings import Settings
    from app.work.background.server import GradeFunction
    from app.work.installation import ReportProgress
    from grader.report import Mode, Report

LOOK_S: Final = 1.0
"""Interval, in seconds, between checks whether the process is still needed."""


class Prepared:
    """A grade function whose grader is prepared while the first client's request arrives."""

    def __init__(self) -> None:
        self._function: asyncio.Future[GradeFunction] = asyncio.get_running_loop().create_future()

    async def __call__(self, slug: str, source: bytes, *, mode: Mode, progress: ReportProgress) -> Report:
        """Grade once the grader is ready; raises the error if preparing it failed."""
        function = await asyncio.shield(self._function)
        return await function(slug, source, mode=mode, progress=progress)

    async def prepare(self, settings: Settings, stack: AsyncExitStack) -> None:
        """Start a grader and open the installation."""
        # Imported here because they take most of the start-up time, and the client is waiting for the socket.
        from app.work.grading import make_grader  # noqa: PLC0415
        from app.work.installation import grade_source, open_installation  # noqa: PLC0415

        try:
            grader = make_grader(settings, spares=1)
            stack.push_async_callback(asyncio.to_thread, grader.close)
            await asyncio.to_thread(grader.start)
            services = await stack.enter_async_context(open_installation(settings))
        except Exception as error:  # noqa: BLE001 (each client is told)
            self._function.set_exception(error)
        else:
            self._function.set_result(partial(grade_source, services, grader))


async def stay(settings: Settings, name: str) -> None:
    """Serve grades until they are no longer needed. `name` is the name of the socket.

    Returns at once if another process serves these settings. Raises `ValueError` if `name` belongs to other settings.
    """
    path = place.find_socket(settings)
    if path.name != name:
        raise ValueError("these aren't the settings that the client has")
    async with AsyncExitStack() as stack:
        prepared = Prepared()
        server = GradeServer(path, prepared, workers=settings.workers, may_end=True)
        if not await server.start():
            return
        stack.push_async_callback(server.close)
        await prepared.prepare(settings, stack)
        while not server.ended.is_set() and server.idle_s < 60 * settings.background_minutes and path.exists():
            try:
                async with asyncio.timeout(LOOK_S):
                    await server.ended.wait()
            except TimeoutError:
                pass
        await server.close()  # first, so that a new client starts another process


def main() -> None:
    """Run the process."""
    return_large_blocks()
    name, *overrides = sys.argv[1:]
    given = dict(one.split("=", 1) for one in overrides)
    asyncio.run(stay(load_settings(**given), name))


if __name__ == "__main__":
    # What the client has inherited, such as the lock or the pipe of a script, isn't kept open by a process that stays.
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    main()
