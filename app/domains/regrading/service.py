"""Regrades for instructors, operators and the learners affected.

A regrade consists of rows in the database: runners in any process judge them while nobody is waiting, and continue
after a restart. The result is a proposal until it is applied; then each submission gets its new version, verdict and
report.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import structlog

from app.db.statuses import RegradeStatus
from app.domains.audit.log import Action, record
from app.domains.authoring.reasons import check_reason
from app.domains.regrading import catching_up, queries, repository
from app.domains.regrading.effects import list_effects
from app.domains.regrading.schemas import RegradeDiff, Rejudged, Selection
from app.kit.errors import (
    ConflictError,
    DatabaseUnavailableError,
    InvalidInputError,
    RegradeNotFoundError,
    SubmissionNotFoundError,
)
from app.kit.language import translate as _
from grader.report import Report

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from sqlalchemy.orm import Session

    from app.db.models import Regrade
    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.problems.catalogue import Catalogue
    from app.domains.problems.schemas import Version
    from app.domains.regrading.schemas import ChangedSubmission, Regraded, RegradeView
    from app.kit.events import Broadcaster
    from app.queue.port import Queue

logger = structlog.stdlib.get_logger(__name__)

POLL_S: Final = 1.0
"""Poll interval, in seconds, for when a notification of a followed regrade was missed."""
MAX_OPEN: Final = 5
"""Maximum number of a problem's regrades that its authors haven't decided: each is a row, and a grade, for each of its
submissions."""
REVIVAL_PAUSES: Final = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1))
"""Pauses before the first, second and last retry of a failed submission."""


class RegradeService:
    """Starts, shows, applies and drops regrades."""

    def __init__(self, database: Database, queue: Queue, catalogue: Catalogue, broadcaster: Broadcaster) -> None:
        self._database = database
        self._queue = queue
        self._catalogue = catalogue
        self._broadcaster = broadcaster
        self.wake_runner: Callable[[], None] = lambda: None
        """Called after jobs are queued; a runner in this process sets it."""

    def add_staged(
        self, session: Session, problem_id: int, version_id: int, reason: str, by: Account | None
    ) -> RegradeView:
        """Rejudge all submissions to a problem with its staged version, as a proposal; then call `wake_runner`.

        This belongs in the transaction that stages the version: a staged version without a regrade can be neither
        applied nor dropped.
        """
        public_id = repository.add_regrade(
            session,
            self._queue,
            problem_id,
            Selection(),
            version_id=version_id,
            reason=check_reason(reason),
            started_by=None if by is None else by.id,
            applies_itself=False,
        )
        view = _view(session, public_id or "", problem_id)
        _record(session, Action.REGRADE_STARTED, view)
        return view

    async def rejudge(
        self,
        selection: Selection,
        problem: Version | None,
        *,
        reason: str,
        by: Account | None,
        newest: bool = False,
        applies_itself: bool = False,
        never_lower: bool = False,
    ) -> Rejudged:
        """Rejudge the selected submissions, of one problem or of all.

        Each is judged by the version that judged it before, or with `newest` by the newest. Those that failed with an
        internal error are simply requeued. Raises `InvalidInputError` if nothing matches, and `ConflictError` if a
        problem's authors have too many to decide.
        """
        reason = check_reason(reason)
        versions = {version.problem_id: version for version in (await self._catalogue.list_all_versions()).values()}

        def start(session: Session) -> tuple[list[RegradeView], list[str]]:
            meant = repository.list_problems_of(session, selection)
            problem_id = None if problem is None else problem.problem_id
            regrades = []
            for found in meant if problem_id is None else [one for one in meant if one == problem_id]:
                _require_room(session, found, by)
                public_id = repository.add_regrade(
                    session,
                    self._queue,
                    found,
                    selection,
                    version_id=versions[found].id if newest and found in versions else None,
                    reason=reason,
                    started_by=None if by is None else by.id,
                    applies_itself=applies_itself,
                    never_lower=never_lower,
                )
                if public_id is not None:
                    regrades.append(_view(session, public_id, found))
                    _record(session, Action.REGRADE_STARTED, regrades[-1])
            conditions = repository.narrow_failed(selection, problem_id)
            return regrades, repository.revive_failed(session, self._queue, conditions)

        regrades, revived = await self._database.write(start)
        if not regrades and not revived:
            raise InvalidInputError("selection", _("No judged submission matches: there is nothing to rejudge."))
        self._notify_followers(revived)
        return Rejudged(regrades=regrades, revived=len(revived))

    async def list_regrades(self, problem_id: int | None) -> list[RegradeView]:
        """Return the newest regrades of a problem, or of all."""
        return await self._database.read(lambda session: queries.list_regrades(session, problem_id))

    async def get(self, public_id: str, problem_id: int | None) -> RegradeView:
        """Return a regrade of this problem, or of any; raises `RegradeNotFoundError`."""
        return await self._database.read(lambda session: _view(session, public_id, problem_id))

    async def diff(self, public_id: str, problem_id: int | None, asker: Account | None = None) -> RegradeDiff:
        """Return the changes of a regrade; raises `RegradeNotFoundError`.

        Grades are those of the asker's courses; an `asker` of None is the operator, who may see all.
        """

        def load(session: Session) -> RegradeDiff:
            regrade = _find(session, public_id, problem_id)
            return RegradeDiff(
                regrade=queries.view(session, regrade),
                moves=queries.list_moves(session, regrade.id),
                changes=queries.list_changes(session, regrade.id),
                grades=list_effects(session, regrade, asker),
            )

        return await self._database.read(load)

    async def show_change(self, public_id: str, problem_id: int | None, submission: str) -> ChangedSubmission:
        """Return a submission that a regrade changes, for those who may edit the problem; recorded in the audit log.

        Raises `RegradeNotFoundError`, and `SubmissionNotFoundError` for one that it doesn't change.
        """

        def load(session: Session) -> ChangedSubmission:
            regrade = _find(session, public_id, problem_id)
            found = queries.find_change(session, regrade.id, submission)
            if found is None:
                raise SubmissionNotFoundError
            slug = queries.find_slug(session, regrade)
            record(session, Action.SUBMISSION_VIEWED, slug, submission=submission, regrade=public_id)
            return found

        return await self._database.write(load)

    async def follow(self, public_id: str, problem_id: int) -> AsyncIterator[RegradeView]:
        """Yield a regrade now and whenever it changes, until judging ends or the service stops."""
        told: RegradeView | None = None
        with self._broadcaster.subscribe(public_id) as subscription:
            while True:
                regrade = await self.get(public_id, problem_id)
                if regrade != told:
                    told = regrade
                    yield regrade
                if regrade.status is not RegradeStatus.RUNNING or subscription.closed:
                    return
                await subscription.wait(POLL_S)

    async def apply(self, public_id: str, problem_id: int | None, *, never_lower: bool = False) -> RegradeView:
        """Apply a regrade; with `never_lower`, accepted submissions stay accepted, and grades with them.

        Raises `RegradeNotFoundError`, and `ConflictError` unless it is ready.
        """

        def decide(session: Session) -> RegradeView:
            regrade = _find(session, public_id, problem_id)
            if regrade.status is RegradeStatus.RUNNING:
                raise ConflictError(_("Not all submissions have been judged yet: apply it when they have."))
            _refuse_decided(regrade)
            regrade.never_lower = regrade.never_lower or never_lower
            session.flush()
            repository.apply(session, self._queue, regrade)
            session.refresh(regrade)
            view = queries.view(session, regrade)
            _record(session, Action.REGRADE_APPLIED, view)
            return view

        applied = await self._database.write(decide)
        self._catalogue.forget()
        await self._catalogue.forget_stamp()
        self._notify_followers([public_id])
        return applied

    async def drop(self, public_id: str, problem_id: int | None) -> RegradeView:
        """Drop a regrade, even while it runs; raises `RegradeNotFoundError`, or `ConflictError` if already decided."""

        def decide(session: Session) -> RegradeView:
            regrade = _find(session, public_id, problem_id)
            _refuse_decided(regrade)
            repository.drop(session, regrade)
            session.refresh(regrade)
            view = queries.view(session, regrade)
            _record(session, Action.REGRADE_DROPPED, view)
            return view

        dropped = await self._database.write(decide)
        await self._catalogue.forget_stamp()
        self._notify_followers([public_id])
        return dropped

    async def take_back(self, public_id: str, problem_id: int | None, reason: str, by: Account | None) -> RegradeView:
        """Propose another regrade that restores the verdicts from before an applied one.

        It is ready at once, and changes nothing until it is applied. The published version stays the newest. Raises
        `RegradeNotFoundError`, and `ConflictError` unless the regrade was applied and still affects a submission.
        """
        reason = check_reason(reason)

        def start(session: Session) -> RegradeView:
            regrade = _find(session, public_id, problem_id)
            if regrade.status is not RegradeStatus.APPLIED:
                raise ConflictError(_("This regrade hasn't been applied: there is nothing to take back."))
            _require_room(session, regrade.problem_id, by)
            made = repository.add_return(
                session, self._queue, regrade, reason=reason, started_by=None if by is None else by.id
            )
            if made is None:
                raise ConflictError(_("Later regrades changed all submissions of this one: take those back first."))
            view = _view(session, made, regrade.problem_id)
            _record(session, Action.REGRADE_STARTED, view)
            return view

        return await self._database.write(start)

    async def list_notices(self, user: Account) -> list[Regraded]:
        """Return the accepted verdicts that a learner lost to regrades, until dismissed."""
        return await self._database.read(
            lambda session: queries.list_regraded(session, user.id, submission=None, lost_only=True)
        )

    async def put_away_notices(self, user: Account) -> None:
        """Dismiss a learner's notices."""
        await self._database.write(lambda session: repository.put_away(session, user.id))

    async def list_history(self, submission: str, user: Account) -> list[Regraded]:
        """Return the applied regrades of a learner's submission, oldest first."""
        return await self._database.read(
            lambda session: queries.list_regraded(session, user.id, submission=submission, lost_only=False)
        )

    async def find_earlier_report(self, submission: str, number: int, user: Account) -> Report:
        """Return the report before regrade `number`, counted from 1; raises `SubmissionNotFoundError`."""
        reports = await self._database.read(lambda session: queries.list_earlier_reports(session, user.id, submission))
        if not 1 <= number <= len(reports) or reports[number - 1] is None:
            raise SubmissionNotFoundError
        return Report.model_validate(reports[number - 1])

    async def revive(self, submission: str | None) -> int:
        """Requeue one or all submissions that failed with an internal error; returns how many there were."""
        conditions = repository.narrow_failed(Selection(submission=submission), None)

        def store(session: Session) -> list[str]:
            revived = repository.revive_failed(session, self._queue, conditions)
            if revived:
                record(session, Action.FAILED_QUEUED_AGAIN, submission or "all", submissions=len(revived))
            return revived

        revived = await self._database.write(store)
        self._notify_followers(revived)
        return len(revived)

    async def revive_failed(self) -> int:
        """Requeue submissions that failed with an internal error, each a few times, with growing pauses."""
        due = repository.is_due(REVIVAL_PAUSES)
        revived = await self._database.write(lambda session: repository.revive_failed(session, self._queue, [due]))
        if revived:
            self._notify_followers(revived)
        return len(revived)

    async def keep_catching_up(self) -> None:
        """Complete what nothing else completes, periodically, until cancelled: see `catching_up`."""
        while True:
            try:
                await self.catch_up()
            except DatabaseUnavailableError:
                pass  # The next round retries.
            except Exception:
                logger.exception("catching_up_failed")
            await asyncio.sleep(catching_up.EVERY_S)

    async def catch_up(self) -> None:
        """Complete it once."""
        self._notify_followers(await self._database.write(lambda session: catching_up.catch_up(session, self._queue)))

    def _notify_followers(self, topics: list[str]) -> None:
        for topic in topics:
            self._broadcaster.notify(topic)
        self.wake_runner()


def _require_room(session: Session, problem_id: int, by: Account | None) -> None:
    """Raise `ConflictError` if too many of a problem's regrades are undecided, except for the operator."""
    if by is not None and queries.count_open(session, problem_id) >= MAX_OPEN:
        raise ConflictError(_("%(most)s regrades wait for a decision: apply or drop one first.", most=MAX_OPEN))


def _find(session: Session, public_id: str, problem_id: int | None) -> Regrade:
    regrade = queries.find_regrade(session, public_id, problem_id)
    if regrade is None:
        raise RegradeNotFoundError(public_id)
    return regrade


def _view(session: Session, public_id: str, problem_id: int | None) -> RegradeView:
    return queries.view(session, _find(session, public_id, problem_id))


def _record(session: Session, action: Action, view: RegradeView) -> None:
    told = {"reason": view.reason} if action is Action.REGRADE_STARTED else {"changed": view.changed}
    record(session, action, view.problem, regrade=view.id, submissions=view.total, **told)


def _refuse_decided(regrade: Regrade) -> None:
    if not regrade.status.is_open:
        applied = regrade.status is RegradeStatus.APPLIED
        raise ConflictError(
            _("This regrade has already been applied.") if applied else _("This regrade has already been dropped.")
        )
