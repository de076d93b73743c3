"""Regrades for instructors, operators, and the learners whom they concern.

A regrade is rows in the database: the runner judges them when nobody waits, in whatever process, also after a restart.
What it finds is a proposal until it is applied; then each submission takes over its new version, verdict and report.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.audit.log import Action, record
from app.db.statuses import RegradeStatus
from app.errors import (
    ConflictError,
    InvalidInputError,
    RegradeNotFoundError,
    SubmissionNotFoundError,
)
from app.json_values import is_text
from app.language import translate as _
from app.regrading import queries, repository
from app.regrading.schemas import RegradeDiff, Rejudged, Selection
from grader.report import Report

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from sqlalchemy.orm import Session

    from app.accounts.schemas import Account
    from app.db.models import Regrade
    from app.db.session import Database
    from app.events import Broadcaster
    from app.problems.catalogue import Catalogue
    from app.problems.schemas import Version
    from app.queue.port import Queue
    from app.regrading.schemas import Regraded, RegradeView

MAX_REASON: Final = 1000
LOOK_S: Final = 1.0
"""How often a followed regrade is looked at though no bell rang."""
REVIVAL_PAUSES: Final = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1))
"""How long after its failure a submission is tried again: the first time, the second, and the last."""


class RegradeService:
    """Everything about regrades."""

    def __init__(self, database: Database, queue: Queue, catalogue: Catalogue, broadcaster: Broadcaster) -> None:
        self._database = database
        self._queue = queue
        self._catalogue = catalogue
        self._broadcaster = broadcaster
        self.wake_runner: Callable[[], None] = lambda: None
        """Called after jobs were queued; a runner in this process sets it."""

    async def start_staged(self, problem_id: int, version_id: int, reason: str, by: Account | None) -> RegradeView:
        """Judge all submissions to a problem by its staged version, as a proposal."""
        reason = check_reason(reason)

        def start(session: Session) -> RegradeView:
            public_id = repository.add_regrade(
                session,
                self._queue,
                problem_id,
                Selection(),
                version_id=version_id,
                reason=reason,
                started_by=None if by is None else by.id,
                applies_itself=False,
            )
            view = _view(session, public_id or "", problem_id)
            _record(session, Action.REGRADE_STARTED, view)
            return view

        started = await self._database.write(start)
        self.wake_runner()
        return started

    async def rejudge(
        self,
        selection: Selection,
        problem: Version | None,
        *,
        reason: str,
        by: Account | None,
        newest: bool = False,
        applies_itself: bool = False,
    ) -> Rejudged:
        """Judge submissions again: those to one problem, or to all of which some are meant.

        Each is judged by the version that it was judged by, or with `newest` by the newest. What failed through no
        fault of the learner simply waits again. Raises `InvalidInputError` where nothing is meant.
        """
        reason = check_reason(reason)
        versions = {version.problem_id: version for version in (await self._catalogue.list_versions()).values()}

        def start(session: Session) -> tuple[list[RegradeView], list[str]]:
            meant = repository.list_problems_of(session, selection)
            problem_id = None if problem is None else problem.problem_id
            regrades = []
            for found in meant if problem_id is None else [one for one in meant if one == problem_id]:
                public_id = repository.add_regrade(
                    session,
                    self._queue,
                    found,
                    selection,
                    version_id=versions[found].id if newest and found in versions else None,
                    reason=reason,
                    started_by=None if by is None else by.id,
                    applies_itself=applies_itself,
                )
                if public_id is not None:
                    regrades.append(_view(session, public_id, found))
                    _record(session, Action.REGRADE_STARTED, regrades[-1])
            conditions = repository.narrow_failed(selection, problem_id)
            return regrades, repository.revive_failed(session, self._queue, conditions)

        regrades, revived = await self._database.write(start)
        if not regrades and not revived:
            raise InvalidInputError("selection", _("No judged submission is meant by this: nothing is judged again."))
        self._tell(revived)
        return Rejudged(regrades=regrades, revived=len(revived))

    async def list_regrades(self, problem_id: int | None) -> list[RegradeView]:
        """Return the newest regrades of a problem, or of all."""
        return await self._database.read(lambda session: queries.list_regrades(session, problem_id))

    async def get(self, public_id: str, problem_id: int | None) -> RegradeView:
        """Return a regrade of this problem, or of any; raises `RegradeNotFoundError`."""
        return await self._database.read(lambda session: _view(session, public_id, problem_id))

    async def diff(self, public_id: str, problem_id: int | None) -> RegradeDiff:
        """Return what a regrade changes; raises `RegradeNotFoundError`."""

        def load(session: Session) -> RegradeDiff:
            regrade = _find(session, public_id, problem_id)
            return RegradeDiff(
                regrade=queries.view(session, regrade),
                moves=queries.list_moves(session, regrade.id),
                changes=queries.list_changes(session, regrade.id),
            )

        return await self._database.read(load)

    async def follow(self, public_id: str, problem_id: int) -> AsyncIterator[RegradeView]:
        """Yield a regrade now and whenever it has changed, until nothing more is judged or the service stops."""
        told: RegradeView | None = None
        with self._broadcaster.listen(public_id) as bell:
            while True:
                regrade = await self.get(public_id, problem_id)
                if regrade != told:
                    told = regrade
                    yield regrade
                if regrade.status is not RegradeStatus.RUNNING or bell.closed:
                    return
                await bell.wait(LOOK_S)

    async def apply(self, public_id: str, problem_id: int | None) -> RegradeView:
        """Let what a regrade found count; raises `RegradeNotFoundError`, `ConflictError` unless it is ready."""

        def decide(session: Session) -> RegradeView:
            regrade = _find(session, public_id, problem_id)
            if regrade.status is RegradeStatus.RUNNING:
                raise ConflictError(_("Not all submissions are judged yet: apply it when they are."))
            _refuse_decided(regrade)
            repository.apply(session, self._queue, regrade)
            session.refresh(regrade)
            view = queries.view(session, regrade)
            _record(session, Action.REGRADE_APPLIED, view)
            return view

        applied = await self._database.write(decide)
        self._catalogue.forget()
        self._tell([public_id])
        return applied

    async def drop(self, public_id: str, problem_id: int | None) -> RegradeView:
        """Give a regrade up, also while it runs; raises `RegradeNotFoundError`, `ConflictError` when it was decided."""

        def decide(session: Session) -> RegradeView:
            regrade = _find(session, public_id, problem_id)
            _refuse_decided(regrade)
            repository.drop(session, regrade)
            session.refresh(regrade)
            view = queries.view(session, regrade)
            _record(session, Action.REGRADE_DROPPED, view)
            return view

        dropped = await self._database.write(decide)
        self._tell([public_id])
        return dropped

    async def list_notices(self, user: Account) -> list[Regraded]:
        """Return the accepted verdicts that regrades took from a learner, until they are put away."""
        return await self._database.read(
            lambda session: queries.list_regraded(session, user.id, submission=None, lost_only=True)
        )

    async def put_away_notices(self, user: Account) -> None:
        """Show them no more."""
        await self._database.write(lambda session: repository.put_away(session, user.id))

    async def list_history(self, submission: str, user: Account) -> list[Regraded]:
        """Return the applied regrades of a learner's submission, oldest first."""
        return await self._database.read(
            lambda session: queries.list_regraded(session, user.id, submission=submission, lost_only=False)
        )

    async def find_earlier_report(self, submission: str, number: int, user: Account) -> Report:
        """Return the report that counted before regrade `number`, from 1; raises `SubmissionNotFoundError`."""
        reports = await self._database.read(lambda session: queries.list_earlier_reports(session, user.id, submission))
        if not 1 <= number <= len(reports) or reports[number - 1] is None:
            raise SubmissionNotFoundError
        return Report.model_validate(reports[number - 1])

    async def revive(self, submission: str | None) -> int:
        """Queue a submission that failed through our fault again, or all of them; returns how many there were."""
        conditions = repository.narrow_failed(Selection(submission=submission), None)

        def store(session: Session) -> list[str]:
            revived = repository.revive_failed(session, self._queue, conditions)
            if revived:
                record(session, Action.FAILED_QUEUED_AGAIN, submission or "all", submissions=len(revived))
            return revived

        revived = await self._database.write(store)
        self._tell(revived)
        return len(revived)

    async def revive_failed(self) -> int:
        """Queue what failed through our fault again, each a few times, with longer and longer pauses."""
        due = repository.is_due(REVIVAL_PAUSES)
        revived = await self._database.write(lambda session: repository.revive_failed(session, self._queue, [due]))
        if revived:
            self._tell(revived)
        return len(revived)

    def _tell(self, bells: list[str]) -> None:
        for bell in bells:
            self._broadcaster.ring(bell)
        self.wake_runner()


def check_reason(reason: str) -> str:
    """Return what learners are told, without blanks around it; raises `InvalidInputError` where it says nothing."""
    reason = reason.strip()
    if not reason or len(reason) > MAX_REASON or not is_text(reason) or "\0" in reason:
        raise InvalidInputError(
            "reason",
            _(
                "Say in a sentence why, in %(most)s characters at most: learners who are concerned read it.",
                most=MAX_REASON,
            ),
        )
    return reason


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
        raise ConflictError(_("This regrade is applied already.") if applied else _("This regrade is dropped already."))
