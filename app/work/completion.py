"""Completes published problems: compiles the programs that their sandboxes need, and tries each problem's own solution.

Publishing postpones that if there is a proof that it worked before (decision 44). Until then, grading gives the same
results, only more slowly, since each sandbox compiles by itself. Damaged programs are compiled again, too.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.domains.authoring.archives import expand
from app.domains.authoring.repository import find_files
from app.domains.authoring.working import write_tree
from app.kit.errors import JaxDojoError
from app.work.turn import hold_lock
from grader.errors import GraderError
from grader.publishing.completion import complete, is_complete

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from app.domains.problems.schemas import Version
    from app.services import Services
    from app.work.publishing import Publisher, ReportProgress
    from grader.grading.client import Grader
    from grader.publishing.context import Progress
    from grader.report import Report


async def go_on() -> None:
    """Return at once."""


class Completion:
    """Completes problems one after the other; only one process at a time does."""

    def __init__(self, services: Services, publisher: Publisher, make_grader: Callable[[], Grader]) -> None:
        self._services = services
        self._publisher = publisher
        self._make_grader = make_grader

    async def run(
        self,
        slugs: list[str] | None = None,
        *,
        await_idle: Callable[[], Awaitable[None]] = go_on,
        progress: ReportProgress = lambda _slug, _step, _done, _total: None,
    ) -> AsyncIterator[tuple[Version, Report | str]]:
        """Complete those of `slugs`, by default all, whose programs are missing; yield each with its solution's report.

        If a problem can't be completed, the reason is yielded instead of a report, and the next one follows.
        `await_idle` is awaited before each.
        """
        waiting = [one for one in await self.list_incomplete() if slugs is None or one.slug in slugs]
        if not waiting:
            return
        grader = self._make_grader()
        try:
            grader.start()
            for version in waiting:
                await await_idle()
                try:
                    report = await self._complete(version, grader, partial(progress, version.slug))
                except (GraderError, JaxDojoError, OSError) as error:
                    yield version, str(error)
                else:
                    if report is not None:
                        yield version, report
        finally:
            await asyncio.to_thread(grader.close)
        await self._publisher.publish(quick=True)  # Nothing has changed: it records that, for a quick next start.

    async def list_incomplete(self) -> list[Version]:
        """Return the newest versions of unchanged packages whose programs are missing here, the last used first.

        Programs that another machine has shared are downloaded.
        """
        used = {version.slug: place for place, version in enumerate(await self._services.catalogue.list_by_use())}
        unchanged = sorted(await self._publisher.list_unchanged(), key=lambda one: used.get(one.slug, len(used)))
        return [version for version in unchanged if not await self._is_complete(version)]

    async def _complete(self, version: Version, grader: Grader, progress: Progress) -> Report | None:
        """Complete one problem; return its own solution's report, or None if another process has completed it."""
        services = self._services
        bundle = await services.catalogue.load_bundle(version)
        async with hold_lock(services.settings.data), self._open_files(version) as folders:
            if await asyncio.to_thread(is_complete, version.digest, services.settings.compile_cache):
                return None
            report = await asyncio.to_thread(partial(complete, *folders, bundle, grader, progress))
        if services.programs is not None:
            await asyncio.to_thread(services.programs.share, version.digest)
        return report

    @asynccontextmanager
    async def _open_files(self, version: Version) -> AsyncIterator[tuple[Path, Path]]:
        """Yield folders with the files that a version was made from; if they weren't kept, the problem's own folders.

        Those have other files if an earlier version was made current again.
        """
        kept = await self._services.database.read(lambda session: find_files(session, version.id))
        if kept is None:
            yield self._publisher.find_folders(version.slug)
            return
        with tempfile.TemporaryDirectory(prefix="jaxdojo-package-") as scratch:
            files = await asyncio.to_thread(expand, kept)
            yield await asyncio.to_thread(write_tree, Path(scratch), version.slug, files)

    async def _is_complete(self, version: Version) -> bool:
        shared = self._services.programs
        if shared is not None:
            await asyncio.to_thread(shared.bring, version.digest)
        return await asyncio.to_thread(is_complete, version.digest, self._services.settings.compile_cache)
