"""Runners that sleep instead of grading: complete runners except for the grader.

`python -m bench.sleepers RUNNERS SECONDS`.

They share this process and its connections to the database; the settings come from the environment.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from typing import TYPE_CHECKING

from app.kit.logs import set_up_logs
from app.kit.settings import load_settings
from app.queue.local import name_runner
from app.work.installation import open_installation
from app.work.runner import POLL_SEPARATE_S, Runner
from grader.grading.counts import SandboxCounts
from grader.report import Mode, Report, Stack, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.bundle.contents import Bundle
    from grader.grading.grade import GradeEvent


class Sleeper:
    """A grader that sleeps and then accepts everything."""

    tier = "B"
    stack = Stack(python="3", jax="0", flax="0")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def start(self) -> None:
        """Prepare nothing."""

    def close(self) -> None:
        """Do nothing: there are no sandboxes."""

    def expect(self, bundle: Bundle) -> None:
        """Prepare nothing for `bundle`."""

    def is_warm(self, _bundle: Bundle) -> bool:
        """Return True."""
        return True

    def count_sandboxes(self) -> SandboxCounts:
        """Return zero counts."""
        return SandboxCounts({}, {})

    def grade(
        self,
        bundle: Bundle,
        source: bytes,  # noqa: ARG002 - the port's
        *,
        mode: Mode,
        on_event: Callable[[GradeEvent], None] | None = None,  # noqa: ARG002 - likewise
    ) -> Report:
        """Sleep and accept."""
        time.sleep(self._seconds)
        return Report(
            problem=bundle.manifest.slug,
            version=bundle.digest,
            mode=mode,
            verdict=Verdict.ACCEPTED,
            code="accepted",
            message="Slept well.",
            score=1.0,
        )

    def observe(self, source: bytes) -> Report:  # noqa: ARG002 - as the real one's
        """Sleep, too."""
        time.sleep(self._seconds)
        message = "Slept well."
        return Report(
            problem="", version="", mode=Mode.RUN, verdict=Verdict.ACCEPTED, code="ran", message=message, score=0.0
        )


async def sleep_until_stopped(count: int, seconds: float) -> None:
    """Run `count` runners until SIGTERM."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    settings = load_settings()
    set_up_logs(settings)
    async with open_installation(settings) as services:
        # Named as if each had its own host: otherwise two runners of one process would consider each other dead.
        names = [f"host{number}-{name_runner()}" for number in range(count)]
        runners = [Runner(services, Sleeper(seconds), poll_s=POLL_SEPARATE_S, name=name) for name in names]
        for runner in runners:
            await runner.start()
        await stop.wait()
        await asyncio.gather(*(runner.stop() for runner in runners))


if __name__ == "__main__":
    asyncio.run(sleep_until_stopped(int(sys.argv[1]), float(sys.argv[2])))
