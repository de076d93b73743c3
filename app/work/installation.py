"""Access to an installation for commands that run without a server."""

from __future__ import annotations

import asyncio
import contextlib
import time
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy.orm import Session

from app.db.session import create_engine
from app.db.upgrade import HEAD, find_version, is_current, upgrade
from app.domains.audit.log import COMMAND_LINE, act_as
from app.domains.problems.repository import find_draw
from app.kit.console import warn
from app.kit.errors import (
    BrokenProblemError,
    DatabaseUnavailableError,
    JaxDojoError,
    ProblemNotFoundError,
    find_nearest,
)
from app.kit.logs import set_up_logs
from app.kit.outage import outlast
from app.kit.settings import prepare_data_directory
from app.services import make_services
from app.work.checking import CHECKS, check, read_secret
from app.work.completion import Completion
from app.work.grading import make_grader
from app.work.publishing import Publisher
from app.work.turn import WAITING, is_publishing
from grader.errors import GraderError
from grader.package.digest import is_by_the_way
from grader.publishing.context import ignore
from grader.publishing.earlier_checks import EarlierChecks
from grader.publishing.single_solution import try_solution

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

    from app.domains.problems.schemas import Version
    from app.kit.settings import Settings
    from app.services import Services
    from app.work.grading import GraderPort
    from grader.publishing.context import Known
    from grader.publishing.publish import PublishReport
    from grader.report import Mode, Report

    ReportProgress = Callable[[str, str, int, int], None]

PUBLISHED_POLL_S = 0.5
"""Interval, in seconds, between checks whether another process has published a problem."""
WATCH_SECONDS = 0.25
"""Interval, in seconds, at which the files of a watched problem are polled."""


def prepare_database(settings: Settings) -> bool:
    """Upgrade the tables and grant the runners' role, if there is one, its rights; return whether tables were upgraded.

    Blocks. Raises the errors of `app.db.upgrade.upgrade` and `app.db.runner_role.grant_rights`.
    """
    upgraded = upgrade(settings.database_url)
    if settings.runner_role:
        # Imported here because SQLite doesn't need PostgreSQL's driver.
        from app.db.runner_role import grant_rights  # noqa: PLC0415

        grant_rights(settings.database_url, settings.runner_role)
    return upgraded


def require_database(settings: Settings) -> None:
    """Do for a runner what `prepare_database` does for a server, which alone makes and upgrades PostgreSQL's tables.

    A runner that was the first to start would own them if its role may make any. Raises the errors of
    `app.db.upgrade.find_version`, and `DatabaseUnavailableError` until the tables are there.
    """
    if settings.is_sqlite:
        prepare_database(settings)
    elif not is_current(settings.database_url):
        raise DatabaseUnavailableError("it lacks the tables of this version, which a server makes: start a server")


@asynccontextmanager
async def open_installation(
    settings: Settings,
    *,
    prepare: Callable[[Settings], object] = prepare_database,
    patience_s: float = 0.0,
    is_over: Callable[[], bool] = lambda: False,
) -> AsyncIterator[Services]:
    """Set up the logs, prepare the data directory and the database for a command, and yield the services.

    Raises `DatabaseUnavailableError` if the database can't be used within `patience_s`, or before `is_over`.
    """
    set_up_logs(settings)
    act_as(COMMAND_LINE)
    prepare_data_directory(settings)
    await outlast(partial(asyncio.to_thread, prepare, settings), patience_s, is_over=is_over)
    services = make_services(settings)
    try:
        yield services
    finally:
        await services.close()


def make_publisher(services: Services) -> Publisher:
    """Return a publisher that starts sandboxes only if there is something to publish."""
    settings = services.settings
    return Publisher(services, lambda: make_grader(settings, spares=settings.workers))


def make_completion(services: Services, publisher: Publisher) -> Completion:
    """Return a completion for the problems of a publisher."""
    return Completion(services, publisher, partial(make_grader, services.settings, spares=1))


async def bring_up_to_date(services: Services, slug: str, progress: ReportProgress) -> Version:
    """Publish a problem if its files have changed, quickly if it passed a check; return its newest version.

    A problem that is left out when all are published keeps its newest version, if it has one: the folder may hold
    other files than those that its author published.

    While another process publishes, which takes minutes at a first start, a problem waits only until it is ready:
    programs that are missing are then compiled while it is graded. `progress` is told if it waits. Raises
    `ProblemNotFoundError`, or `BrokenProblemError` if it can't be published.
    """
    publisher = make_publisher(services)
    services.catalogue.forget()
    packages, versions = publisher.list_packages(), await services.catalogue.list_all_versions()
    if slug not in packages and slug not in versions:
        raise ProblemNotFoundError(slug, find_nearest(slug, [*packages, *versions]))
    if (kept := await _find_left_out(services, publisher, slug)) is not None:
        if slug in packages and await publisher.find_changed([slug], quick=True):
            told = "its folder has other files, which aren't published while it is staged, retired or in a working copy"
            progress(slug, f"version {kept.number} is used: {told}", 0, 0)
        return kept
    if slug in packages and await _is_changed(services, publisher, slug, progress):
        for published in await publisher.publish([slug], quick=True, progress=progress):
            if published.error is not None:
                raise BrokenProblemError(published.error)
    version = await services.catalogue.find_any_version(slug)
    if slug in packages and not is_publishing(services.settings.data):
        async for _done in make_completion(services, publisher).run([slug], progress=progress):
            pass  # The report of its own solution isn't needed here.
    return version


async def _find_left_out(services: Services, publisher: Publisher, slug: str) -> Version | None:
    """Return the newest version of a problem that is left out when all are published; None for any other."""
    if slug not in await publisher.list_left_out():
        return None
    try:
        return await services.catalogue.find_any_version(slug)
    except ProblemNotFoundError:
        return None


async def _is_changed(services: Services, publisher: Publisher, slug: str, progress: ReportProgress) -> bool:
    """Return whether a problem must be published, once it is published or no other process is publishing."""
    data = services.settings.data
    changed = await publisher.find_changed([slug], quick=True)
    if changed and is_publishing(data):
        progress(slug, WAITING, 0, 0)
        services.catalogue.awaited.ask_for(slug)  # published next, if it is this process that publishes
    while changed and is_publishing(data):
        await asyncio.sleep(PUBLISHED_POLL_S)
        changed = await publisher.find_changed([slug], quick=True)
    return bool(changed)


async def grade_source(
    services: Services, grader: GraderPort, slug: str, source: bytes, *, mode: Mode, progress: ReportProgress
) -> Report:
    """Return the report of source graded by the newest version; publish the problem first if it has changed."""
    version = await bring_up_to_date(services, slug, progress)
    bundle = await services.catalogue.load_bundle(version)
    report = await asyncio.to_thread(grader.grade, bundle, source, mode=mode)
    return report.model_copy(update={"version": str(version.number)})


def watch_package(
    settings: Settings, slug: str, progress: Callable[[str, int, int], None], known: Known = ignore
) -> Iterator[PublishReport | GraderError]:
    """Check a problem now and whenever one of its files is saved; yield each report, or the error.

    `known` gets each finding at once. Sandboxes are kept, so that each check repeats only what has changed. Raises
    `DataDirectoryError`.
    """
    folders = (settings.problems / slug, settings.references / slug)
    prepare_data_directory(settings)
    with make_grader(settings, spares=settings.workers) as grader:
        seen: list[tuple[str, int]] | None = None
        while True:
            found = _list_files(folders)
            if found == seen:
                time.sleep(WATCH_SECONDS)
                continue
            seen = found
            try:
                yield check(settings, folders, grader, progress, draw=_find_draw(settings, slug), known=known)
            except GraderError as error:
                yield error


def _list_files(folders: tuple[Path, Path]) -> list[tuple[str, int]]:
    """Return each file of a problem with its modification time, in nanoseconds."""
    found = []
    for root, path in ((folder, path) for folder in folders for path in folder.rglob("*")):
        with contextlib.suppress(OSError):  # an editor may be replacing the file
            if path.is_file() and not is_by_the_way(path.relative_to(root)):
                found.append((str(path), path.stat().st_mtime_ns))
    return sorted(found)


def try_package_solution(
    settings: Settings, slug: str, solution: str, case: str | None, progress: Callable[[str, int, int], None]
) -> Report:
    """Grade one solution from a problem's folders, with nothing hidden.

    Raises the errors of `grader.publishing.single_solution.try_solution`, and `DataDirectoryError`.
    """
    folders = (settings.problems / slug, settings.references / slug)
    prepare_data_directory(settings)
    earlier, secret = EarlierChecks(settings.data / CHECKS), read_secret(settings.data)
    trial = partial(try_solution, progress=progress, draw=_find_draw(settings, slug), earlier=earlier)
    with make_grader(settings, spares=settings.workers) as grader:
        return trial(*folders, secret, grader, solution, case)


def check_package(
    settings: Settings, slug: str, progress: Callable[[str, int, int], None], known: Known = ignore
) -> PublishReport:
    """Run every step of publishing, but only record in the data directory's `checked.txt` that the problem passed.

    `known` gets each finding at once. Raises the errors of `grader.publishing.publish.publish`, and
    `DataDirectoryError`.
    """
    prepare_data_directory(settings)
    folders, draw = (settings.problems / slug, settings.references / slug), _find_draw(settings, slug)
    with make_grader(settings, spares=settings.workers) as grader:
        return check(settings, folders, grader, progress, draw=draw, known=known)


def _find_draw(settings: Settings, slug: str) -> int:
    """Return the number of the draw of a problem's hidden cases, 0 where there is no database.

    Checking a problem needs none. A database that can't be read, or only by a server that upgrades it, is told.
    """
    try:
        version = find_version(settings.database_url)
        reason = "has tables of an earlier version, which a start of the server upgrades"
    except JaxDojoError as error:
        version, reason = "", f"can't be read ({error.message})"
    if version != HEAD:
        if version is not None:
            warn(f"The database {reason}. So the first hidden cases of {slug} are used, even if others were drawn.\n")
        return 0
    engine = create_engine(settings.database_url)
    try:
        with Session(engine) as session:
            return find_draw(session, slug)
    finally:
        engine.dispose()
