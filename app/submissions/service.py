"""Submissions for those who make them."""

from __future__ import annotations

import hashlib
import math
import re
import time
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog
from sqlalchemy.exc import IntegrityError

from app.db.models import now
from app.db.statuses import EventKind, Status
from app.errors import DatabaseUnavailableError, InvalidInputError, SubmissionNotFoundError
from app.fleet.repository import is_there_hope
from app.json_values import dump_json, is_text
from app.language import translate as _
from app.limits.errors import tell_limit
from app.queue.port import BACKGROUND
from app.submissions import repository
from app.submissions.errors import (
    IdempotencyMismatchError,
    ProblemRetiredError,
    TooManyPendingError,
    TooManySubmissionsError,
)
from app.submissions.schemas import AttemptView, Event, History, Origin, SubmissionView
from grader.report import Mode, Report

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.accounts.schemas import Account
    from app.db.models import Submission
    from app.db.session import Database
    from app.events import Broadcaster
    from app.problems.catalogue import Catalogue
    from app.queue.port import Queue
    from app.settings import Settings
    from app.submissions.schemas import Backlog, HistoryFilter, HistoryRow

logger = structlog.stdlib.get_logger(__name__)

TURNS: Final = BACKGROUND // 2
"""How many of a user's pending submissions have a turn of their own; all later ones share the last."""
WINDOW: Final = timedelta(minutes=1)
"""In which submissions are counted."""
KEYS_KEPT: Final = timedelta(days=1)
"""How long an `Idempotency-Key` is remembered."""
KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")
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
PATIENCE_S: Final = 5.0
"""Seconds after which somebody who waits is told if no runner can take the submission."""
NOBODY = "No runner that can grade this is at work just now. It waits for one, and isn't lost."


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

    async def create(
        self, user: Account, slug: str, source: str, mode: Mode, *, key: str | None = None
    ) -> SubmissionView:
        """Store a submission, its first event and its job in one transaction; then wake the runner.

        The same again with the same `key`, within a day, is answered as the first time and stores nothing. Raises
        `ProblemNotFoundError`, `ProblemRetiredError`, `InvalidInputError`, `IdempotencyMismatchError`,
        `TooManyPendingError` and `TooManySubmissionsError`.
        """
        check_source(source)
        if key is None:
            stored = await self._database.write(partial(self._store, user, slug, source, mode))
        else:
            check_key(key)
            once = partial(self._store_once, user, slug, source, mode, key)
            try:
                stored = await self._database.write(once)
            except IntegrityError:  # The same request came twice at once, and the other was faster.
                stored = await self._database.write(once)
        if stored is None:
            await self._catalogue.find_version(slug)
            raise ProblemRetiredError
        logger.info("submission_queued", submission=stored.id, problem=slug, mode=mode.value)
        self.wake_runner()
        return stored

    def _store_once(
        self, user: Account, slug: str, source: str, mode: Mode, key: str, session: Session
    ) -> SubmissionView | None:
        """Store a submission unless the key came before; then return what was answered."""
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
        """Store a submission where the limits allow it; None where no problem takes it."""
        version = repository.find_newest_version(session, slug)
        if version is None:
            return None
        pending = repository.count_pending(session, user.id)
        self._check_rate(session, user)
        if sum(pending.values()) >= self._settings.max_pending:
            raise TooManyPendingError(sum(pending.values()), RETRY_AFTER_S)
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

    def _check_rate(self, session: Session, user: Account) -> None:
        limit = self._settings.submissions_per_minute
        if limit:
            moment = now()
            count, first = repository.find_recent(session, user.id, moment - WINDOW)
            if count >= limit:
                raise TooManySubmissionsError(limit, _count_seconds(first, moment))

    async def tell_rate(self, user: Account) -> dict[str, str]:
        """Return the header fields that tell how many more submissions this user may send now."""
        limit, moment = self._settings.submissions_per_minute, now()
        if not limit:
            return {}
        count, first = await self._database.read(
            lambda session: repository.find_recent(session, user.id, moment - WINDOW)
        )
        return tell_limit("submissions", limit, max(0, limit - count), _count_seconds(first, moment))

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

    async def list_from(
        self, user: Account, wanted: HistoryFilter, cursor: str | None, limit: int
    ) -> tuple[list[HistoryRow], str | None]:
        """Return this user's submissions that fit, newest first and at most `limit`, and the cursor of those after.

        `cursor` is the id of the last one that is known; raises `InvalidInputError` where there is none.
        """

        def look(session: Session) -> list[HistoryRow]:
            before = None
            if cursor is not None:
                known = repository.find_status(session, cursor, user.id)
                if known is None:
                    raise InvalidInputError("query.cursor", _("Nothing has this cursor: begin without one."))
                before = known[0]
            return repository.list_from(session, user.id, wanted, before=before, limit=limit + 1)

        rows = await self._database.read(look)
        return rows[:limit], rows[limit - 1].id if len(rows) > limit else None

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
        told: tuple[int | None, bool] = (None, True)
        began = time.monotonic()
        with self._broadcaster.listen(public_id) as bell:
            while True:
                doubts = time.monotonic() - began > PATIENCE_S
                try:
                    status, events, position, hope = await self._database.read(
                        partial(self._look, public_id, user, after, doubts=doubts)
                    )
                except DatabaseUnavailableError:
                    # A browser whose stream ends now would come back, be refused, and never come again.
                    if bell.closed:
                        return
                    await bell.wait(WAITING_S)
                    continue
                for event in events:
                    after = event.id or after
                    if event.kind is EventKind.QUEUED:
                        told = event.data.get("position"), True
                    yield event
                    if event.kind.is_last:
                        return
                if status.is_final or bell.closed:
                    return
                if position is not None and (position, hope) != told:
                    told = position, hope
                    yield Event(None, EventKind.QUEUED, {"position": position} | ({} if hope else {"message": NOBODY}))
                await bell.wait(self._choose_wait(waits=status is Status.QUEUED))

    def _look(
        self, public_id: str, user: Account, after: int, session: Session, *, doubts: bool
    ) -> tuple[Status, list[Event], int | None, bool]:
        """Return a submission's status, its events later than the one with id `after`, and its place in the queue.

        With them, if one `doubts` it, whether a runner that is at work can take it.
        """
        row_id, status = _find_status(session, public_id, user)
        events = repository.list_events(session, row_id, after)
        if status is not Status.QUEUED:
            return status, events, None, True
        silence = now() - timedelta(seconds=self._settings.lost_after_s)
        hope = not doubts or is_there_hope(session, row_id, silence)
        return status, events, self._queue.find_position(session, row_id), hope

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


def check_key(key: str) -> None:
    """Raise `InvalidInputError` for an `Idempotency-Key` that can't be kept."""
    if not KEY.fullmatch(key):
        raise InvalidInputError("header.Idempotency-Key", _("A key has 1 to 255 visible ASCII characters, no blanks."))


def choose_priority(mode: Mode, pending: Mapping[Mode, int]) -> int:
    """Return a submission's priority, by how many of its user's wait or run already; lower goes first.

    The first of everybody goes before the second of anybody, so one who floods the queue waits behind the others. A run
    is somebody waiting in mid-thought: in each turn it goes before the submits, and waits for its user's runs only.
    """
    ahead = pending.get(Mode.RUN, 0) if mode is Mode.RUN else sum(pending.values())
    return 2 * min(ahead, TURNS - 1) + (mode is Mode.SUBMIT)


def _count_seconds(first: datetime | None, moment: datetime) -> int:
    """Return in how many seconds the first submission of the window leaves it, at least one."""
    left = WINDOW if first is None else first + WINDOW - moment
    return max(1, math.ceil(left.total_seconds()))


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
