"""Submissions for those who make them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import structlog

from app.db.statuses import EventKind, Status
from app.errors import DatabaseUnavailableError, InvalidInputError, SubmissionNotFoundError
from app.json_values import is_text
from app.language import translate as _
from app.submissions import repository
from app.submissions.errors import ProblemRetiredError, TooManyPendingError
from app.submissions.schemas import AttemptView, Event, History, Origin, SubmissionView
from grader.report import Mode, Report

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from sqlalchemy.orm import Session

    from app.accounts.schemas import Account
    from app.db.models import Submission
    from app.db.session import Database
    from app.events import Broadcaster
    from app.problems.catalogue import Catalogue
    from app.queue.port import Queue
    from app.settings import Settings
    from app.submissions.schemas import Backlog, HistoryFilter

logger = structlog.stdlib.get_logger(__name__)

PRIORITIES: Final = {Mode.RUN: 0, Mode.SUBMIT: 1}
"""A run is somebody waiting in mid-thought: it goes first."""
MAX_SOURCE: Final = 200_000
"""Most characters that are stored. From 64 KiB on, the verdict is `rejected_source`."""
RETRY_AFTER_S: Final = 5
PAGE: Final = 20
"""How many submissions a page of the history has."""
MOST_ATTEMPTS: Final = 30
"""How many of somebody's newest submissions to a problem are listed."""
WAITING_S: Final = 1.0
"""How often a waiting submission's place in the queue is looked up."""
SAFETY_S: Final = 10.0
"""How often the store is looked at though no bell rang, when the runner's bells are heard here."""
ELSEWHERE_S: Final = 0.25
"""The same when runners are other processes, whose bells aren't heard here: with SQLite."""


class SubmissionService:
    """Everything about making and following submissions."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        queue: Queue,
        catalogue: Catalogue,
        broadcaster: Broadcaster,
    ) -> None:
        self._settings = settings
        self._database = database
        self._queue = queue
        self._catalogue = catalogue
        self._broadcaster = broadcaster
        self.wake_runner: Callable[[], None] = lambda: None
        """Called after each commit that queued a job; a runner in this process sets it."""

    async def create(self, user: Account, slug: str, source: str, mode: Mode) -> SubmissionView:
        """Store a submission, its first event and its job in one transaction; then wake the runner.

        Raises `ProblemNotFoundError`, `ProblemRetiredError`, `InvalidInputError` and `TooManyPendingError`.
        """
        check_source(source)
        origin = find_origin()

        def store(session: Session) -> SubmissionView | None:
            version = repository.find_newest_version(session, slug)
            if version is None:
                return None
            pending = repository.count_pending(session, user.id)
            if pending >= self._settings.max_pending:
                raise TooManyPendingError(pending, RETRY_AFTER_S)
            version_id, number = version
            row = repository.add_submission(
                session, user_id=user.id, version_id=version_id, mode=mode, source=source, origin=origin
            )
            position = self._queue.defer(session, row.id, priority=PRIORITIES[mode])
            repository.add_events(session, row.id, [(EventKind.QUEUED, {"position": position})])
            return SubmissionView(
                id=row.public_id,
                problem=slug,
                version=number,
                mode=mode,
                status=Status.QUEUED,
                created_at=row.created_at,
                source=source,
                position=position,
            )

        stored = await self._database.write(store)
        if stored is None:
            await self._catalogue.find_version(slug)
            raise ProblemRetiredError
        logger.info("submission_queued", submission=stored.id, problem=slug, mode=mode.value)
        self.wake_runner()
        return stored

    async def measure_backlog(self) -> dict[Status, Backlog]:
        """Return how many submissions, of everybody, wait and how many run, and for how long."""
        return await self._database.read(repository.measure_backlog)

    async def get(self, public_id: str, user: Account) -> SubmissionView:
        """Return a submission of this user; raises `SubmissionNotFoundError` for anybody else's."""

        def load(session: Session) -> SubmissionView:
            found = repository.find_submission(session, public_id, user.id)
            if found is None:
                raise SubmissionNotFoundError
            submission, slug, number = found
            waits = submission.status is Status.QUEUED
            position = self._queue.find_position(session, submission.id) if waits else None
            return _to_view(submission, slug, number, position)

        return await self._database.read(load)

    async def list_attempts(self, slug: str, user: Account) -> list[AttemptView]:
        """Return this user's newest submissions to a problem, newest first; raises `ProblemNotFoundError`."""
        version = await self._catalogue.find_version(slug)
        return await self._database.read(
            lambda session: repository.list_attempts(session, user.id, version.problem_id, MOST_ATTEMPTS)
        )

    async def list_history(self, user: Account, wanted: HistoryFilter, page: int) -> History:
        """Return a page, from 1, of all that this user sent and that fits, newest first."""
        total, rows = await self._database.read(
            lambda session: (
                repository.count_history(session, user.id, wanted),
                repository.list_history(session, user.id, wanted, (page - 1) * PAGE, PAGE),
            )
        )
        return History(rows, page=page, pages=max(1, -(-total // PAGE)), total=total)

    async def find_previous(self, submission: SubmissionView, user: Account) -> SubmissionView | None:
        """Return the newest judged submission to the same problem before this one, if there is one."""
        attempts = await self.list_attempts(submission.problem, user)
        earlier = [one for one in attempts if one.id < submission.id and one.verdict is not None]
        return await self.get(earlier[0].id, user) if earlier else None

    async def is_over(self, public_id: str, user: Account, after: int) -> bool:
        """Whether no event follows the one with id `after`; raises `SubmissionNotFoundError`."""

        def look(session: Session) -> bool:
            row_id, status = _find_status(session, public_id, user)
            return status.is_final and not repository.list_events(session, row_id, after)

        return await self._database.read(look)

    async def events(self, public_id: str, user: Account, after: int = 0) -> AsyncIterator[Event]:
        """Yield what happened since the event with id `after`, then what happens, until the last event.

        Raises `SubmissionNotFoundError` at the first step. A database that can't be reached is waited for. Ends early
        when the service stops.
        """
        told_position: int | None = None
        with self._broadcaster.listen(public_id) as bell:
            while True:
                try:
                    status, events, position = await self._database.read(partial(self._look, public_id, user, after))
                except DatabaseUnavailableError:
                    # A browser whose stream ends now would come back, be refused, and never come again.
                    if bell.closed:
                        return
                    await bell.wait(WAITING_S)
                    continue
                for event in events:
                    after = event.id or after
                    if event.kind is EventKind.QUEUED:
                        told_position = event.data.get("position")
                    yield event
                    if event.kind.is_last:
                        return
                if status.is_final or bell.closed:
                    return
                if position is not None and position != told_position:
                    told_position = position
                    yield Event(None, EventKind.QUEUED, {"position": position})
                await bell.wait(self._choose_wait(waits=status is Status.QUEUED))

    def _look(
        self, public_id: str, user: Account, after: int, session: Session
    ) -> tuple[Status, list[Event], int | None]:
        """Return a submission's status, its events later than the one with id `after`, and its place in the queue."""
        row_id, status = _find_status(session, public_id, user)
        events = repository.list_events(session, row_id, after)
        return status, events, self._queue.find_position(session, row_id) if status is Status.QUEUED else None

    def _choose_wait(self, *, waits: bool) -> float:
        if self._settings.runner == "separate" and self._database.is_sqlite:
            return ELSEWHERE_S
        return WAITING_S if waits else SAFETY_S


def find_origin() -> Origin:
    """Return the request that is being served, as its middleware bound it for the logs."""
    bound = structlog.contextvars.get_contextvars()
    return Origin(bound.get("request_id"), bound.get("trace"))


def check_source(source: str) -> None:
    """Raise `InvalidInputError` for source that can't be stored. Everything else is for the grader to judge."""
    if "\0" in source:
        raise InvalidInputError("body.source", _("The source has a NUL character, which Python can't read either."))
    if not is_text(source):
        raise InvalidInputError("body.source", _("The source has half of a surrogate pair, which no file can hold."))
    if len(source) > MAX_SOURCE:
        message = _("The source has %(count)s characters; %(most)s can be stored.", count=len(source), most=MAX_SOURCE)
        raise InvalidInputError("body.source", message)


def _find_status(session: Session, public_id: str, user: Account) -> tuple[int, Status]:
    found = repository.find_status(session, public_id, user.id)
    if found is None:
        raise SubmissionNotFoundError
    return found


def _to_view(submission: Submission, slug: str, number: int, position: int | None) -> SubmissionView:
    return SubmissionView(
        id=submission.public_id,
        problem=slug,
        version=number,
        mode=submission.mode,
        status=submission.status,
        verdict=submission.verdict,
        report=None if submission.report is None else Report.model_validate(submission.report),
        created_at=submission.created_at,
        started_at=submission.started_at,
        finished_at=submission.finished_at,
        source=submission.source,
        position=position,
    )
