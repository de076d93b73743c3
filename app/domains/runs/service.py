"""Temporary runs: guests' runs of a problem's samples, and anybody's own programs.

Theory of operation
-------------------
A run is processed like a submission: a row, a job in the same queue, a sandbox like any other. It differs in what is
stored: a guest's run has no owner, a program no problem, and both are deleted some minutes after they were made. The id
of a guest's run can't be guessed, and is the only key to it.

Guests are limited per address, all together, and in how many of their runs may wait. The limit for all comes first:
counting it locks one row, so later reads stay valid until the transaction ends, whatever the number of concurrent
requests. Members are limited as for any other run. Decision 28 has the reasons.
"""

from __future__ import annotations

import asyncio
import hashlib
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog

from app.db.models import now
from app.db.statuses import EventKind, Status
from app.domains.limits import repository as limits
from app.domains.limits.rate import Rate
from app.domains.runs import repository
from app.domains.runs.errors import RunNotFoundError, TooManyGuestRunsError
from app.domains.runs.schemas import RunView
from app.domains.submissions import repository as submissions_repository
from app.domains.submissions.errors import ProblemRetiredError
from app.domains.submissions.service import RETRY_AFTER_S, check_source, choose_priority, find_origin
from app.kit.errors import DatabaseUnavailableError, NotSignedInError
from app.kit.language import translate as _
from app.queue.port import BACKGROUND, GUESTS
from grader.report import Mode, Report

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.problems.catalogue import Catalogue
    from app.domains.submissions.schemas import Event
    from app.domains.submissions.service import SubmissionService
    from app.kit.settings import Settings
    from app.queue.port import Queue

logger = structlog.stdlib.get_logger(__name__)

KEPT: Final = timedelta(minutes=10)
"""Lifetime of a temporary run."""
SWEEP_EVERY_S: Final = 60.0
ALL: Final = "all"


class RunService:
    """Creates, shows and deletes temporary runs."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        queue: Queue,
        catalogue: Catalogue,
        submissions: SubmissionService,
    ) -> None:
        self._settings = settings
        self._database = database
        self._queue = queue
        self._catalogue = catalogue
        self._submissions = submissions

    async def run_samples(self, slug: str, source: str, user: Account | None, asker: str) -> RunView:
        """Run source on a problem's samples for a member, whose run is kept, or for the guest `asker`.

        Raises `NotSignedInError` if guests may not run code, `TooManyGuestRunsError`, and what
        `SubmissionService.create` raises.
        """
        if user is not None:
            made = await self._submissions.create(user, slug, source, Mode.RUN)
            return RunView.model_validate(made.model_dump())
        stored = await self._store(source, None, asker, slug)
        if stored is None:
            await self._catalogue.find_version(slug, user)
            raise ProblemRetiredError
        return stored

    async def run_program(self, source: str, user: Account | None, asker: str) -> RunView:
        """Run a program and report what JAX did in it; raises as `run_samples` does."""
        stored = await self._store(source, user, asker, None)
        if stored is None:  # Only a problem can lack a version.
            raise RunNotFoundError
        return stored

    async def run_for_service(self, source: str) -> RunView:
        """Run one of the service's own programs, without a limit, when nobody else waits."""
        stored = await self._database.write(partial(self._add, source, None, "", None, priority=BACKGROUND))
        if stored is None:
            raise RunNotFoundError
        self._submissions.wake_runner()
        return stored

    async def get(self, run_id: str, user: Account | None) -> RunView:
        """Return a guest's run, or one of this user's; raises `RunNotFoundError`."""

        def load(session: Session) -> RunView:
            found = repository.find_run(session, run_id, None if user is None else user.id)
            if found is None:
                raise RunNotFoundError
            row, slug = found
            return RunView(
                id=row.public_id,
                problem=slug,
                status=row.status,
                report=None if row.report is None else Report.model_validate(row.report),
                created_at=row.created_at,
                source=row.source,
                position=self._queue.find_position(session, row.id) if row.status is Status.QUEUED else None,
            )

        return await self._database.read(load)

    async def find_owner(self, run_id: str, user: Account | None) -> Account | None:
        """Return this user if the run is theirs; None if it is a guest's or doesn't exist."""
        if user is None:
            return None
        found = await self._database.read(lambda session: submissions_repository.find_status(session, run_id, user.id))
        return None if found is None else user

    def follow(self, run_id: str, owner: Account | None) -> AsyncIterator[Event]:
        """Yield a run's events as `SubmissionService.events` does; `owner` is the result of `find_owner`."""
        return self._submissions.events(run_id, owner)

    async def sweep(self) -> int:
        """Delete expired runs; returns how many."""
        deleted, before = 0, now() - KEPT
        while more := await self._database.write(lambda session: repository.sweep(session, before)):
            deleted += more
        return deleted

    async def keep_sweeping(self) -> None:
        """Sweep periodically until cancelled."""
        while True:
            try:
                await self.sweep()
            except DatabaseUnavailableError:
                pass  # The next sweep retries.
            except Exception:
                logger.exception("sweep_failed")
            await asyncio.sleep(SWEEP_EVERY_S)

    async def _store(self, source: str, user: Account | None, asker: str, slug: str | None) -> RunView | None:
        """Store a run if the limits allow it, and wake the runner; None if the problem doesn't accept it."""
        if user is None and not self._settings.guests_may_run:
            raise NotSignedInError(_("You need an account to run code here: sign in or sign up."))
        check_source(source)
        store = partial(self._add, source, user, asker, slug)
        stored = await self._database.write(store)
        if stored is not None:
            logger.info("run_queued", problem=slug, guest=user is None)
            self._submissions.wake_runner()
        return stored

    def _add(
        self,
        source: str,
        user: Account | None,
        asker: str,
        slug: str | None,
        session: Session,
        *,
        priority: int | None = None,
    ) -> RunView | None:
        """Store a run; with a `priority` it is the service's own, and exempt from limits."""
        version = None if slug is None else submissions_repository.find_newest_version(session, slug, user)
        if slug is not None and version is None:
            return None
        if priority is None:
            priority = self._admit(session, user, asker)
        row = submissions_repository.add_submission(
            session,
            user_id=None if user is None else user.id,
            version_id=None if version is None else version[0],
            mode=Mode.RUN,
            source=source,
            origin=find_origin(),
            public_id=repository.make_run_id(),
        )
        position = self._queue.defer(session, row.id, priority=priority)
        submissions_repository.add_events(session, row.id, [(EventKind.QUEUED, {"position": position})])
        return RunView(
            id=row.public_id,
            problem=slug,
            status=Status.QUEUED,
            created_at=row.created_at,
            source=source,
            position=position,
        )

    def _admit(self, session: Session, user: Account | None, asker: str) -> int:
        """Count one more run against the limits, and return its priority."""
        if user is not None:
            return choose_priority(Mode.RUN, self._submissions.admit(session, user))
        self._admit_guest(session, asker)
        return GUESTS

    def _admit_guest(self, session: Session, asker: str) -> None:
        """Count one more run of a guest; raises `TooManyGuestRunsError`, counting nothing."""
        settings = self._settings
        for who, limit in ((ALL, settings.all_guest_runs_per_minute), (asker, settings.guest_runs_per_minute)):
            wait_s = limits.count_try(session, _name_rate(who), Rate(limit))
            if wait_s is not None:
                raise TooManyGuestRunsError(limit, wait_s, is_everybody=who == ALL)
        if repository.count_guests_pending(session) >= settings.max_guest_pending:
            raise TooManyGuestRunsError(settings.max_guest_pending, RETRY_AFTER_S, is_everybody=True)


def _name_rate(who: str) -> str:
    """Return the key of a rate, which doesn't reveal the address to the database."""
    return hashlib.sha256(f"guest run\0{who}".encode()).hexdigest()
