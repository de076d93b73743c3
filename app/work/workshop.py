"""Background tasks on working copies: checking, publishing and staging, one at a time.

A task works on a copy of the files made at its start, so editing can continue. All authored code runs in the grader's
sandboxes. A task's state is a row in the database, which its process updates every second: after a restart the page
still shows its result, or `interrupted` if the restart ended the task. A request to stop is stored in that row too. It
kills the task's sandboxes and prevents its next step; if its version was already made, the task is `done`. A task is
also stopped once the person who started it may no longer change the problem.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog

from app.db.models import make_public_id, now
from app.db.statuses import TaskStatus, VersionStatus
from app.domains.accounts.repository import find_account
from app.domains.audit.log import Action, record
from app.domains.authoring import repository
from app.domains.authoring.errors import MAX_TASKS, TaskNotFoundError, TaskRunningError, TooManyTasksError
from app.domains.authoring.reasons import check_reason
from app.domains.authoring.schemas import PackageFinding, TaskKind, TaskView
from app.domains.problems.repository import add_version
from app.kit.errors import ConflictError, ForbiddenError, JaxDojoError, ProblemNotFoundError, UnreadableBundleError
from app.kit.language import translate as _
from app.kit.outage import outlast
from app.work.kept_graders import KeptGraders
from app.work.outcomes import NotPublishableError, describe, translate_findings, translate_refusals
from app.work.pace import find_pace
from app.work.publishing import Publisher, Staging
from grader.errors import BundleError
from grader.judge.checks import manual

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from pathlib import Path

    from sqlalchemy.orm import Session

    from app.domains.authoring.authored import Authored
    from app.domains.authoring.schemas import AskedTrial
    from app.services import Services
    from app.work.outcomes import Found
    from app.work.pace import Pace
    from app.work.publishing import Progress, Recorded
    from grader.grading.client import Grader
    from grader.publishing.publish import PublishReport
    from grader.report import Report


logger = structlog.stdlib.get_logger(__name__)

POLL_S: Final = 1.0
"""Poll interval, in seconds, for when a notification of a followed task was missed."""
BEAT_S: Final = 1.0
"""Interval, in seconds, at which a waiting or running task's row is updated."""
PATIENCE_S: Final = 600.0
"""Seconds for which a task's result waits for a database that is away."""
REFUSED: Final = "It does not pass yet."
CANCELLED: Final = "Cancelled. Nothing was created."
FAILED: Final = "Something failed on our side, not in your problem. The operator can find it in the log; try again."


class _StoppedError(Exception):
    """A stop was requested, so the task's next step isn't started."""


@dataclass(frozen=True)
class _Order:
    """A task's instructions: the reason is for staging, the trial for the kind TRY."""

    kind: TaskKind
    reason: str = ""
    trial: AskedTrial | None = None


@dataclass
class _Running:
    """A task of this process. The publishing thread reads `stop`."""

    view: TaskView
    stop: threading.Event = field(default_factory=threading.Event)
    work: asyncio.Task[None] | None = None
    grader: Grader | None = None
    pace: Pace | None = None
    closing: threading.Lock = field(default_factory=threading.Lock)

    def change(self, **changes: object) -> None:
        self.view = self.view.model_copy(update=changes)

    def add(self, finding: PackageFinding) -> None:
        self.change(findings=[*self.view.findings, finding])

    def estimate(self) -> None:
        """Put into the view which steps are over, and how long the others take."""
        if self.pace is not None:
            left, step_left = self.pace.find_left(), self.pace.find_step_left()
            self.change(finished=self.pace.finished, left_s=left, step_left_s=step_left)

    def close_grader(self) -> None:
        """Kill the task's sandboxes; may be called more than once."""
        with self.closing:
            if self.grader is not None:
                self.grader.close()


class Workshop:
    """Runs this process's tasks, and shows those of all processes. Use it in the event loop's thread only."""

    def __init__(self, services: Services, make_grader: Callable[[], Grader]) -> None:
        self._services = services
        self._graders = KeptGraders(make_grader, services.settings)
        self._publisher = Publisher(services, make_grader)
        self._running: dict[str, _Running] = {}
        self._stopping: set[asyncio.Task[None]] = set()
        self._one_at_a_time = asyncio.Lock()
        self._closing = False

    async def find(self, slug: str) -> TaskView | None:
        """Return a problem's most recent task."""
        return await self._services.database.read(lambda session: repository.find_task(session, slug))

    async def start(
        self, problem: Authored, kind: TaskKind, reason: str = "", trial: AskedTrial | None = None
    ) -> TaskView:
        """Start a task; raises `ConflictError` while another of the problem, or several of this person, aren't over.

        The task reads the files in a thread of this process, so a worker tries reading them first: raises
        `TooHeavyError` and `WorkersBusyError`.
        """
        await self._services.authoring.try_reading(problem)
        if sum(one.view.started_by == problem.user.name for one in self._running.values()) >= MAX_TASKS:
            raise TooManyTasksError
        task = TaskView(
            id=make_public_id(),
            problem=problem.slug,
            kind=kind,
            status=TaskStatus.WAITING,
            started_by=problem.user.name,
            started_at=now(),
        )
        other = await self._services.database.write(lambda session: repository.begin_task(session, task))
        if other is not None:
            raise TaskRunningError(problem.slug)
        running = self._running[task.id] = _Running(task)
        running.work = asyncio.create_task(self._run(running, problem, _Order(kind, reason, trial)))
        running.work.add_done_callback(lambda _done: self._running.pop(task.id))
        return task

    async def stage_version(self, problem: Authored, number: int, reason: str) -> str:
        """Stage an earlier version as the newest one; return the id of the regrade.

        The new version has the earlier one's bundle: the same cases, answers, checks and limits. Raises
        `VersionNotFoundError` if there is no such version, `ConflictError` if it is current or another version is
        staged, `InvalidInputError` for an invalid reason, and `UnreadableBundleError`.
        """
        services, reason = self._services, check_reason(reason)
        version, bundle = await services.lifecycle.load_version(problem.slug, number)
        if version.status is not VersionStatus.PUBLISHED:
            raise ConflictError(_("Version %(number)s never counted: choose a published one.", number=number))
        task = await services.database.read(lambda session: repository.find_task(session, problem.slug))
        if task is not None and not task.status.is_over:
            raise TaskRunningError(problem.slug)
        try:  # The shared store may have lost it since, and runners grade with it.
            await asyncio.to_thread(services.store.share, [version.digest])
        except BundleError as error:
            raise UnreadableBundleError(problem.slug, str(error)) from error

        folder: list[str] = []
        with suppress(OSError):
            folder = await self._publisher.find_digests(problem.slug)

        def store(session: Session) -> str:
            # The files that are in the folder now were turned down: only a later change of them is published. If they
            # were published quickly, they aren't published in full, either.
            source = repository.find_source_digest(session, problem.slug)
            source = folder[0] if source in folder else source
            added, problem_id, version_id = add_version(
                session, bundle.manifest, version.digest, source, VersionStatus.STAGED
            )
            earlier = repository.list_numbers(session, problem.slug)[version.number]
            repository.put_files(session, version_id, repository.find_files(session, earlier))
            record(session, Action.PROBLEM_STAGED, problem.slug, version=added, as_version=number)
            return services.regrades.add_staged(session, problem_id, version_id, reason, problem.user).id

        regrade = await services.database.write(store)
        services.regrades.wake_runner()
        return regrade

    def list_checks(self) -> Sequence[object]:
        """Return the documentation of each check that a problem can declare."""
        return manual.list_checks()

    async def cancel(self, problem: Authored) -> TaskView:
        """Stop a problem's task; raises `TaskNotFoundError` if there is none, `ConflictError` if it is over."""
        slug, name = problem.slug, problem.user.name
        task = await self._services.database.write(lambda session: repository.ask_to_stop(session, slug, name))
        if task is None:
            raise TaskNotFoundError(slug)
        if task.status.is_over:
            raise ConflictError(_("This task has already finished: there is nothing to cancel."))
        if (running := self._running.get(task.id)) is not None:
            self._stop(running)
        return task

    async def follow(self, slug: str) -> AsyncIterator[TaskView]:
        """Yield a problem's most recent task now and on each change, until it ends or the service stops."""
        last: TaskView | None = None
        with self._services.broadcaster.subscribe(_topic(slug)) as subscription:
            while True:
                task = await self.find(slug)
                if task is None:
                    raise TaskNotFoundError(slug)
                if task != last:
                    last = task
                    yield task
                if task.status.is_over or subscription.closed:
                    return
                await subscription.wait(POLL_S)

    async def close(self) -> None:
        """Cancel running tasks, and kill all sandboxes."""
        self._closing = True
        work = [running.work for running in self._running.values() if running.work is not None]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, *self._stopping, return_exceptions=True)
        await self._graders.close()

    def _stop(self, running: _Running) -> None:
        """Stop a task of this process: cancel it if it is waiting, otherwise kill its sandboxes."""
        if running.stop.is_set():
            return
        running.stop.set()
        if running.view.status is TaskStatus.WAITING and running.work is not None:
            running.work.cancel()
            return
        stopping = asyncio.create_task(asyncio.to_thread(running.close_grader))
        self._stopping.add(stopping)
        stopping.add_done_callback(self._stopping.discard)

    async def _note(self, running: _Running) -> None:
        """Store a task's progress, notify its followers, and stop it if requested."""
        task = running.view
        wanted = await self._services.database.write(lambda session: repository.note_task(session, task))
        self._services.broadcaster.notify(_topic(task.problem))
        if wanted is not None and not task.status.is_over:
            self._stop(running)

    async def _beat(self, running: _Running, problem: Authored) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            running.estimate()
            try:
                await self._note(running)
                if not await self._may_go_on(problem):
                    self._stop(running)
            except Exception:
                logger.exception("task_not_stored", problem=running.view.problem)

    async def _may_go_on(self, problem: Authored) -> bool:
        """Return whether a problem's author may still change it."""
        user = await self._services.database.read(lambda session: find_account(session, problem.user.id))
        if user is None:
            return False
        try:
            return (await self._services.authoring.find(user, problem.slug)).may_edit
        except (ForbiddenError, ProblemNotFoundError):
            return False

    async def _run(self, running: _Running, problem: Authored, order: _Order) -> None:
        beating = asyncio.create_task(self._beat(running, problem))
        try:
            async with self._one_at_a_time:
                if not await self._may_go_on(problem):
                    running.stop.set()
                    raise _StoppedError
                running.change(status=TaskStatus.RUNNING)
                await self._note(running)
                ending = {"status": TaskStatus.DONE, **await self._work(running, problem, order)}
        except (asyncio.CancelledError, Exception) as error:  # noqa: BLE001 - the followers see every outcome
            ending = _explain(error, running)
        beating.cancel()
        with suppress(asyncio.CancelledError):
            await beating
        if running.pace is not None:
            await asyncio.to_thread(running.pace.finish, passed=ending["status"] is TaskStatus.DONE)
        running.change(**ending, left_s=None, step_left_s=None)
        await self._note_end(running)

    async def _note_end(self, running: _Running) -> None:
        """Store a task's result; while the database is away, wait for it, unless the service stops."""
        try:
            await outlast(partial(self._note, running), PATIENCE_S, "task", lambda: self._closing)
        except Exception:
            logger.exception("task_not_stored", problem=running.view.problem)

    async def _work(self, running: _Running, problem: Authored, order: _Order) -> dict[str, object]:
        """Do the task's work; return the resulting fields of its view."""
        loop = asyncio.get_running_loop()
        pace = await asyncio.to_thread(find_pace, self._services.settings.data, problem.slug, order.kind.value)

        def show(step: str, done: int, total: int) -> None:
            pace.note(step, done, total)
            running.change(step=step, done=done, total=total)
            running.estimate()

        def note(step: str, done: int, total: int) -> None:
            if running.stop.is_set():
                raise _StoppedError
            loop.call_soon_threadsafe(partial(show, step, done, total))

        def found(finding: PackageFinding) -> None:
            loop.call_soon_threadsafe(running.add, finding)

        running.pace = pace
        if order.trial is None and (findings := await self._services.authoring.try_reading(problem)):
            raise NotPublishableError(findings, [])
        async with self._lend_grader(running, problem) as grader:
            if order.trial is not None:
                return {"report": await self._try(problem.slug, order.trial, grader, note)}
            if order.kind is TaskKind.CHECK:
                return describe(await self._check(problem.slug, grader, note, found))
            recorded = await self._publish(problem, order, grader, note, found)
        shown = describe(recorded.report) | {"version": recorded.number}
        return shown if recorded.regrade is None else shown | {"regrade": recorded.regrade}

    @asynccontextmanager
    async def _lend_grader(self, running: _Running, problem: Authored) -> AsyncIterator[Grader]:
        """Lend a task its problem's grader, which is kept for the next one unless this one is stopped or fails."""
        lent = self._graders.take(problem.identity)
        running.grader, sound = lent.grader, False
        try:
            yield lent.grader
            sound = True
        except NotPublishableError:
            sound = True
            raise
        finally:
            if sound and not running.stop.is_set():
                running.grader = None  # so that a late request to stop doesn't close it
                self._graders.give_back(lent)
            else:
                await asyncio.shield(asyncio.to_thread(running.close_grader))

    @asynccontextmanager
    async def _open_snapshot(self, slug: str) -> AsyncIterator[tuple[Path, Path]]:
        """Yield folders with a copy of the files; the grader's refusals to take them become findings."""
        async with self._services.authoring.open_snapshot(slug) as folders:
            with translate_refusals(*folders):
                yield folders

    async def _try(self, slug: str, trial: AskedTrial, grader: Grader, note: Progress) -> Report:
        async with self._open_snapshot(slug) as folders:
            return await self._publisher.try_solution(folders, grader, note, trial.solution, trial.case or None)

    async def _check(self, slug: str, grader: Grader, note: Progress, found: Found) -> PublishReport:
        async with self._open_snapshot(slug) as folders:
            return await self._publisher.check(folders, grader, note, translate_findings(found, *folders))

    async def _publish(
        self, problem: Authored, order: _Order, grader: Grader, note: Progress, found: Found
    ) -> Recorded:
        staging = Staging(order.reason, problem.user) if order.kind is TaskKind.STAGE else None
        async with self._open_snapshot(problem.slug) as folders:
            if order.kind is TaskKind.REDRAW:
                return (await self._publisher.redraw(problem.slug, folders, grader, note))[0]
            known = translate_findings(found, *folders)
            return await self._publisher.publish_folders(folders, grader, note, known, staging)


def _explain(error: BaseException, running: _Running) -> dict[str, object]:
    """Return the fields of a failed or stopped task's view."""
    if running.stop.is_set():
        return {"status": TaskStatus.CANCELLED, "message": CANCELLED}
    match error:
        case asyncio.CancelledError():
            return {"status": TaskStatus.INTERRUPTED, "message": repository.INTERRUPTED}
        case NotPublishableError():
            refused = {"findings": error.findings, "solutions": error.solutions}
            return {"status": TaskStatus.REFUSED, "message": REFUSED, **refused}
        case JaxDojoError():
            return {"status": TaskStatus.REFUSED, "message": error.message}
    logger.error("authoring_failed", problem=running.view.problem, exc_info=error)
    return {"status": TaskStatus.FAILED, "message": FAILED}


def _topic(slug: str) -> str:
    return f"task of {slug}"
