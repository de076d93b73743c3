"""Creates submissions, and lets their authors follow them."""

from __future__ import annotations

import hashlib
import time
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog
from sqlalchemy.exc import IntegrityError

from app.db.models import now
from app.db.statuses import EventKind, Status
from app.domains.fleet.repository import has_capable_runner
from app.domains.limits import repository as limits
from app.domains.limits.errors import describe_limit
from app.domains.limits.rate import Rate, read_clock_ms
from app.domains.problems.exams import NoExams
from app.domains.submissions import repository, trails
from app.domains.submissions.errors import (
    IdempotencyMismatchError,
    ProblemRetiredError,
    TooManyPendingError,
    TooManySubmissionsError,
)
from app.domains.submissions.schemas import AttemptView, Event, History, Origin, SubmissionView, Trail
from app.domains.submissions.views import view_submission
from app.kit.errors import DatabaseUnavailableError, InvalidInputError, SubmissionNotFoundError
from app.kit.json_values import dump_json, is_text
from app.kit.language import translate as _
from app.kit.paging import count_pages
from app.queue.port import GUESTS
from grader.protocol import MAX_SOURCE
from grader.report import Mode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.problems.catalogue import Catalogue
    from app.domains.problems.exams import ExamRules
    from app.domains.submissions.schemas import Backlog, HistoryFilter, HistoryRow
    from app.kit.events import Broadcaster
    from app.kit.settings import Settings
    from app.queue.port import Queue

logger = structlog.stdlib.get_logger(__name__)

TURNS: Final = GUESTS // 2
"""Number of priority rounds: a user's later pending submissions share the last one."""
KEYS_KEPT: Final = timedelta(days=1)
"""Time for which an `Idempotency-Key` is stored."""
RETRY_AFTER_S: Final = 5
SUBMISSIONS_A_PAGE: Final = 20
"""Number of submissions on a page of the history."""
MAX_ATTEMPTS: Final = 30
"""Maximum number of a user's newest submissions to a problem that are listed."""
QUEUE_PLACE_POLL_S: Final = 1.0
"""Poll interval, in seconds, for a queued submission's place in the queue."""
MISSED_NOTIFICATION_POLL_S: Final = 10.0
"""Poll interval, in seconds, for when a notification was missed."""
OTHER_PROCESS_POLL_S: Final = 0.25
"""Poll interval, in seconds, if runners in other processes can't notify this one, as with SQLite."""
CHECK_RUNNERS_AFTER_S: Final = 5.0
"""Seconds after which a waiting user is told that no runner can take the submission."""
NOBODY = "No runner can grade this right now. It stays in the queue until one can."


class SubmissionService:
    """Creates, lists and follows submissions."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        queue: Queue,
        catalogue: Catalogue,
        broadcaster: Broadcaster,
        exams: ExamRules | None = None,
    ) -> None:
        self._settings, self._database, self._queue = settings, database, queue
        self._catalogue = catalogue
        self._broadcaster = broadcaster
        self._exams = exams or NoExams()
        self.wake_runner: Callable[[], None] = lambda: None
        """Called after each commit that queues a job; a runner in this process sets it."""
        self.notify_runner: Callable[[], None] = lambda: self.wake_runner()  # noqa: PLW0108 - it may be set later
        """Called with each job that any process has queued, of which the runners of all processes are notified."""

    async def create(
        self, user: Account, slug: str, source: str, mode: Mode, *, key: str | None = None
    ) -> SubmissionView:
        """Store a submission, its first event and its job in one transaction; then wake the runner.

        Repeating a request with the same `key`, of at most 255 characters, within a day returns the first response and
        stores nothing. Raises `ProblemNotFoundError`, `ProblemRetiredError`, `InvalidInputError`,
        `IdempotencyMismatchError`, `TooManyPendingError`, `TooManySubmissionsError`, and what an exam's rules raise.
        """
        check_source(source)
        if key is None:
            stored = await self._database.write(partial(self._store, user, slug, source, mode))
        else:
            once = partial(self._store_once, user, slug, source, mode, key)
            try:
                stored = await self._database.write(once)
            except IntegrityError:  # A concurrent duplicate of the request was faster.
                stored = await self._database.write(once)
        if stored is None:
            await self._catalogue.find_version(slug, user)
            raise ProblemRetiredError
        logger.info("submission_queued", submission=stored.id, problem=slug, mode=mode.value)
        self.wake_runner()
        return stored

    def _store_once(
        self, user: Account, slug: str, source: str, mode: Mode, key: str, session: Session
    ) -> SubmissionView | None:
        """Store a submission, or return the first response if the key was used before."""
        body_hash = hashlib.sha256(dump_json([slug, mode, source]).encode()).hexdigest()
        before = repository.find_answer(session, user.id, key, now() - KEYS_KEPT)
        if before is not None:
            if before[0] != body_hash:
                raise IdempotencyMismatchError
            return SubmissionView.model_validate(before[1] | {"source": source})
        stored = self._store(user, slug, source, mode, session)
        if stored is not None:
            answer = stored.model_dump(mode="json", exclude={"source"})
            repository.add_answer(session, user.id, key, body_hash, answer)
        return stored

    def _store(self, user: Account, slug: str, source: str, mode: Mode, session: Session) -> SubmissionView | None:
        """Store a submission if the limits allow it; returns None if the problem doesn't accept it."""
        version = repository.find_newest_version(session, slug, user)
        if version is None:
            return None
        self._exams.check_sending(session, user.id, slug)
        pending = self.admit(session, user)
        version_id, number = version
        row = repository.add_submission(
            session, user_id=user.id, version_id=version_id, mode=mode, source=source, origin=find_origin()
        )
        position = self._queue.defer(session, row.id, priority=choose_priority(mode, pending))
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

    def admit(self, session: Session, user: Account) -> dict[Mode, int]:
        """Count one more submission against the user's limits; returns how many of each mode wait or run before it.

        Raises `TooManyPendingError` and `TooManySubmissionsError`.
        """
        pending = repository.count_pending(session, user.id)
        if sum(pending.values()) >= self._settings.max_pending:
            raise TooManyPendingError(sum(pending.values()), RETRY_AFTER_S)
        self._count(session, user)
        return pending

    def _count(self, session: Session, user: Account) -> None:
        """Count a submission against the user's rate limit; raises `TooManySubmissionsError`."""
        limit = self._settings.submissions_per_minute
        if limit:
            wait_s = limits.count_try(session, _name_rate(user), Rate(limit))
            if wait_s is not None:
                raise TooManySubmissionsError(limit, wait_s)

    async def describe_rate(self, user: Account) -> dict[str, str]:
        """Return the headers that say how many more submissions this user can make now."""
        limit, moment_ms = self._settings.submissions_per_minute, read_clock_ms()
        if not limit:
            return {}
        rate = Rate(limit)
        ends_ms = await self._database.read(lambda session: limits.find_end(session, _name_rate(user)))
        left = rate.count_left(ends_ms, moment_ms)
        return describe_limit("submissions", limit, left, rate.find_wait_s(ends_ms, moment_ms))

    async def measure_backlog(self) -> dict[Status, Backlog]:
        """Return the numbers of waiting and running submissions, and the age of the oldest."""
        return await self._database.read(repository.measure_backlog)

    async def get(self, public_id: str, user: Account) -> SubmissionView:
        """Return one of this user's submissions; raises `SubmissionNotFoundError` for anybody else's."""

        def load(session: Session) -> SubmissionView:
            found = repository.find_submission(session, public_id, user.id)
            if found is None:
                raise SubmissionNotFoundError
            submission, slug, number = found
            waits = submission.status is Status.QUEUED
            position = self._queue.find_position(session, submission.id) if waits else None
            return view_submission(session, submission, slug, number, position)

        return await self._database.read(load)

    async def list_attempts(self, slug: str, user: Account) -> list[AttemptView]:
        """Return this user's newest submissions to a problem, newest first; raises `ProblemNotFoundError`."""
        version = await self._catalogue.find_version(slug, user)
        return await self._database.read(
            lambda session: trails.list_attempts(session, user.id, version.problem_id, MAX_ATTEMPTS)
        )

    async def find_trail(self, slug: str, user: Account, until: str | None = None) -> Trail:
        """Return this user's trail through a problem; raises `ProblemNotFoundError`.

        `until`: only up to this submission of theirs, and without the list of attempts.
        """
        problem_id = (await self._catalogue.find_version(slug, user)).problem_id
        recent = MAX_ATTEMPTS if until is None else 0
        return await self._database.read(
            lambda session: trails.find_trail(session, user.id, problem_id, slug, until=until, recent=recent)
        )

    async def list_history(self, user: Account, wanted: HistoryFilter, page: int) -> History:
        """Return a page, counted from 1, or the last, of this user's matching submissions, newest first."""

        def load(session: Session) -> History:
            total = repository.count_history(session, user.id, wanted)
            pages = count_pages(total, SUBMISSIONS_A_PAGE)
            shown = min(page, pages)
            offset = (shown - 1) * SUBMISSIONS_A_PAGE
            rows = repository.list_history(session, user.id, wanted, offset, SUBMISSIONS_A_PAGE)
            return History(rows, page=shown, pages=pages, total=total)

        return await self._database.read(load)

    async def list_from(
        self, user: Account, wanted: HistoryFilter, cursor: str | None, limit: int
    ) -> tuple[list[HistoryRow], str | None]:
        """Return at most `limit` of this user's matching submissions, newest first, and the next cursor.

        `cursor` is the id of the last one returned before; raises `InvalidInputError` if there is none.
        """

        def look(session: Session) -> list[HistoryRow]:
            before = None
            if cursor is not None:
                known = repository.find_status(session, cursor, user.id)
                if known is None:
                    raise InvalidInputError("query.cursor", _("This cursor isn't valid: start without one."))
                before = known[0]
            return repository.list_from(session, user.id, wanted, before=before, limit=limit + 1)

        rows = await self._database.read(look)
        return rows[:limit], rows[limit - 1].id if len(rows) > limit else None

    async def is_over(self, public_id: str, user: Account, after: int) -> bool:
        """Return whether no event follows the one with id `after`; raises `SubmissionNotFoundError`."""

        def look(session: Session) -> bool:
            row_id, status = _find_status(session, public_id, user)
            return status.is_final and not repository.list_events(session, row_id, after)

        return await self._database.read(look)

    async def events(self, public_id: str, user: Account | None, after: int = 0) -> AsyncIterator[Event]:
        """Yield the events after the one with id `after`, then new ones as they happen, until the last.

        Without a `user` it is a guest's run. Raises `SubmissionNotFoundError` at the first step. Waits for the database
        if it can't be reached. Ends early when the service stops.
        """
        told: tuple[int | None, bool] = (None, True)
        began = time.monotonic()
        with self._broadcaster.subscribe(public_id) as subscription:
            while True:
                check_runners = time.monotonic() - began > CHECK_RUNNERS_AFTER_S
                try:
                    status, events, position, can_run = await self._database.read(
                        partial(self._read_progress, public_id, user, after, check_runners=check_runners)
                    )
                except DatabaseUnavailableError:
                    # If the stream ended now, the browser would reconnect, be refused, and give up.
                    if subscription.closed:
                        return
                    await subscription.wait(QUEUE_PLACE_POLL_S)
                    continue
                for event in events:
                    after = event.id or after
                    if event.kind is EventKind.QUEUED:
                        told = event.data.get("position"), True
                    yield event
                    if event.kind.is_last:
                        return
                if status.is_final or subscription.closed:
                    return
                if position is not None and (position, can_run) != told:
                    told = position, can_run
                    yield Event(
                        None, EventKind.QUEUED, {"position": position} | ({} if can_run else {"message": NOBODY})
                    )
                await subscription.wait(self._choose_wait(waits=status is Status.QUEUED))

    def _read_progress(
        self, public_id: str, user: Account | None, after: int, session: Session, *, check_runners: bool
    ) -> tuple[Status, list[Event], int | None, bool]:
        """Return a submission's status, its events after the one with id `after`, and its place in the queue.

        The last value is whether an active runner can take it: queried if `check_runners` is set, else assumed.
        """
        row_id, status = _find_status(session, public_id, user)
        events = repository.list_events(session, row_id, after)
        if status is not Status.QUEUED:
            return status, events, None, True
        silence = now() - timedelta(seconds=self._settings.lost_after_s)
        can_run = not check_runners or has_capable_runner(session, row_id, silence)
        return status, events, self._queue.find_position(session, row_id), can_run

    def _choose_wait(self, *, waits: bool) -> float:
        if self._settings.runner == "separate" and self._database.is_sqlite:
            return OTHER_PROCESS_POLL_S
        return QUEUE_PLACE_POLL_S if waits else MISSED_NOTIFICATION_POLL_S


def find_origin() -> Origin:
    """Return the current request's id and trace, which the logging middleware binds."""
    bound = structlog.contextvars.get_contextvars()
    return Origin(bound.get("request_id"), bound.get("trace"))


def check_source(source: str) -> None:
    """Raise `InvalidInputError` for source that can't be stored or is too large."""
    if len(source) > MAX_SOURCE or (is_text(source) and len(source.encode()) > MAX_SOURCE):
        kib = MAX_SOURCE // 1024
        raise InvalidInputError("body.source", _("The source is too large: at most %(kib)s KiB are graded.", kib=kib))
    if "\0" in source:
        raise InvalidInputError("body.source", _("The source contains a NUL character, which Python can't read."))
    if not is_text(source):
        raise InvalidInputError(
            "body.source", _("The source contains an unpaired surrogate, which can't be stored in a file.")
        )


def choose_priority(mode: Mode, pending: Mapping[Mode, int]) -> int:
    """Return a submission's priority from the numbers of its user's pending ones; lower is graded first.

    Everybody's first comes before anybody's second, so flooding the queue doesn't delay others. A user's work stops
    while they wait for a run, so in each round runs come before submits, and only the user's own runs count.
    """
    ahead = pending.get(Mode.RUN, 0) if mode is Mode.RUN else sum(pending.values())
    return 2 * min(ahead, TURNS - 1) + (mode is Mode.SUBMIT)


def _name_rate(user: Account) -> str:
    return f"submissions:{user.id}"


def _find_status(session: Session, public_id: str, user: Account | None) -> tuple[int, Status]:
    found = repository.find_status(session, public_id, None if user is None else user.id)
    if found is None:
        raise SubmissionNotFoundError
    return found
