"""All SQL that reads regrades: progress, changes, and notices for learners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import JSON, Select, case, exists, func, select, type_coerce
from sqlalchemy.orm import aliased

from app.db.holds import is_held
from app.db.models import Problem, ProblemVersion, Regrade, Regrading, Submission, User
from app.db.statuses import RegradeStatus, Status, VersionStatus
from app.domains.regrading.schemas import Change, ChangedSubmission, Judgement, Move, Regraded, RegradeView
from grader.report import Verdict

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

MAX_CHANGES: Final = 500
"""Maximum number of changed submissions listed."""
MAX_NOTICES: Final = 100
"""Maximum number of a learner's submissions listed that lost their acceptance, on every page that they open."""
MAX_REGRADES: Final = 50
"""Maximum number of regrades of a problem listed."""

_OLD: Final = aliased(ProblemVersion)
_NEW: Final = aliased(ProblemVersion)
_OLD_VERDICT: Final = func.coalesce(Regrading.before_verdict, Submission.verdict, type_=Submission.verdict.type)
_NEW_CODE: Final = Regrading.report["code"].as_string()
_OLD_CODE: Final = case(
    (Regrading.before_verdict.is_not(None), Regrading.before_report["code"].as_string()),
    else_=Submission.report["code"].as_string(),
)
_CHANGED: Final = (Regrading.verdict != _OLD_VERDICT) | (_OLD_CODE != _NEW_CODE)
LOST: Final = (_OLD_VERDICT == Verdict.ACCEPTED) & (Regrading.verdict != Verdict.ACCEPTED)
GAINED: Final = (_OLD_VERDICT != Verdict.ACCEPTED) & (Regrading.verdict == Verdict.ACCEPTED)


def is_superseded() -> ColumnElement[bool]:
    """Return the condition for regradings whose submission a regrade that was made later has changed.

    It isn't applied then, unless it is by a newer version: that is why the version was staged.
    """
    later = aliased(Regrading)
    return (
        exists()
        .where(later.submission_id == Regrading.submission_id, later.id > Regrading.id)
        .where(later.version_id >= Regrading.version_id, later.before_verdict.is_not(None))
        .correlate(Regrading)
    )


COUNTS: Final = (Regrading.status == Status.DONE) & (Regrading.before_verdict.is_not(None) | ~is_superseded())
"""Whether a regrading's result was applied, or would be."""


def find_regrade(session: Session, public_id: str, problem_id: int | None) -> Regrade | None:
    """Return a regrade's row, of the problem if one is given."""
    statement = select(Regrade).where(Regrade.public_id == public_id)
    if problem_id is not None:
        statement = statement.where(Regrade.problem_id == problem_id)
    return session.scalar(statement)


def list_regrades(session: Session, problem_id: int | None) -> list[RegradeView]:
    """Return the newest regrades, of one problem or of all, newest first."""
    statement = select(Regrade).order_by(Regrade.id.desc()).limit(MAX_REGRADES)
    if problem_id is not None:
        statement = statement.where(Regrade.problem_id == problem_id)
    return [view(session, regrade) for regrade in session.scalars(statement)]


def count_open(session: Session, problem_id: int) -> int:
    """Return the number of a problem's regrades that run, or wait for a decision."""
    open_ = Regrade.status.in_([status for status in RegradeStatus if status.is_open])
    statement = select(func.count()).select_from(Regrade).where(Regrade.problem_id == problem_id, open_)
    return session.scalar(statement) or 0


def view(session: Session, regrade: Regrade) -> RegradeView:
    """Return a regrade with its counts."""
    done = Regrading.status == Status.DONE

    def count(condition: ColumnElement[bool]) -> ColumnElement[int]:
        return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)

    counts = session.execute(
        select(
            func.count().label("total"),
            count(done).label("done"),
            count(Regrading.status == Status.FAILED).label("failed"),
            count(COUNTS & _CHANGED).label("changed"),
            count(COUNTS & LOST).label("lost"),
            count(COUNTS & GAINED).label("gained"),
        )
        .select_from(Regrading)
        .join(Submission, Submission.id == Regrading.submission_id)
        .where(Regrading.regrade_id == regrade.id)
    ).one()
    version = None if regrade.version_id is None else session.get(ProblemVersion, regrade.version_id)
    return RegradeView(
        id=regrade.public_id,
        problem=find_slug(session, regrade),
        version=None if version is None else version.number,
        staged=version is not None and version.status is VersionStatus.STAGED,
        status=regrade.status,
        reason=regrade.reason,
        started_by=session.scalar(select(User.name).where(User.id == regrade.started_by)),
        applies_itself=regrade.applies_itself,
        never_lower=regrade.never_lower,
        created_at=regrade.created_at,
        decided_at=regrade.decided_at,
        **counts._asdict(),
    )


def find_slug(session: Session, regrade: Regrade) -> str:
    """Return the slug of a regrade's problem."""
    return session.scalars(select(Problem.slug).where(Problem.id == regrade.problem_id)).one()


def list_moves(session: Session, regrade_id: int) -> list[Move]:
    """Return the number of submissions for each change of verdict."""
    statement = (
        select(_OLD_VERDICT, Regrading.verdict, func.count())
        .join(Submission, Submission.id == Regrading.submission_id)
        .where(Regrading.regrade_id == regrade_id, COUNTS)
        .group_by(_OLD_VERDICT, Regrading.verdict)
        .order_by(func.count().desc())
    )
    rows = session.execute(statement).all()
    return [Move(before=old, after=new, submissions=number) for old, new, number in rows if new is not None]


def list_changes(session: Session, regrade_id: int) -> list[Change]:
    """Return the submissions whose verdict or code changes; those that lose acceptance first."""
    statement = (
        _select_changes(regrade_id).order_by(case((LOST, 0), (GAINED, 1), else_=2), Regrading.id).limit(MAX_CHANGES)
    )
    return [
        Change(submission=row[6], user=row[7], before=_old(row), after=_new(row), why=row[8] or "")
        for row in session.execute(statement).all()
    ]


def find_change(session: Session, regrade_id: int, submission: str) -> ChangedSubmission | None:
    """Return a submission whose verdict or code changes; None for any other."""
    before = case((Regrading.before_verdict.is_not(None), Regrading.before_report), else_=Submission.report)
    statement = _select_changes(
        regrade_id, Submission.source, Submission.created_at, type_coerce(before, JSON), Regrading.report
    ).where(Submission.public_id == submission)
    row = session.execute(statement).one_or_none()
    if row is None:
        return None
    return ChangedSubmission(
        submission=row[6],
        user=row[7],
        before=_old(row),
        after=_new(row),
        why=row[8] or "",
        source=row[9],
        submitted_at=row[10],
        before_report=row[11],
        after_report=row[12],
    )


def _select_changes(regrade_id: int, *more: Any) -> Select[Any]:  # noqa: ANN401 - columns of any type
    """Return a query for the submissions whose verdict or code changes: judgements, id, name, reason, and `more`."""
    message = Regrading.report["message"].as_string()
    return (
        _select_judgements(Submission.public_id, User.name, message, *more)
        .join(User, User.id == Submission.user_id)
        .where(Regrading.regrade_id == regrade_id, COUNTS, _CHANGED)
    )


def list_regraded(session: Session, user_id: int, *, submission: str | None, lost_only: bool) -> list[Regraded]:
    """Return the applied regrades of a learner's submissions, oldest first.

    `lost_only`: only those that took away an acceptance, not since restored, and that the learner hasn't dismissed.
    """
    statement = (
        _select_judgements(
            Submission.public_id, Regrade.decided_at, Regrade.reason, Problem.slug, _NEW.name, _CHANGED, Regrading.id
        )
        .join(Regrade, Regrade.id == Regrading.regrade_id)
        .join(Problem, Problem.id == Regrade.problem_id)
        .where(
            Submission.user_id == user_id,
            Regrade.status == RegradeStatus.APPLIED,
            Regrading.before_verdict.is_not(None),
            ~is_held(session),
        )
        .order_by(Regrading.id)
    )
    if submission is not None:
        statement = statement.where(Submission.public_id == submission)
    if lost_only:
        lost = (LOST, Submission.verdict != Verdict.ACCEPTED, Regrading.seen_at.is_(None))
        statement = statement.where(*lost).limit(MAX_NOTICES)
    return [
        Regraded(
            number=number,
            submission=row[6],
            at=row[7],
            reason=row[8],
            problem=row[9],
            problem_name=row[10],
            before=_old(row),
            after=_new(row),
        )
        for number, row in enumerate(session.execute(statement).all(), start=1)
    ]


def list_earlier_reports(session: Session, user_id: int, submission: str) -> list[dict[str, Any] | None]:
    """Return a submission's reports before each applied regrade, oldest first."""
    statement = (
        select(Regrading.before_report)
        .join(Submission, Submission.id == Regrading.submission_id)
        .where(
            Submission.user_id == user_id,
            Submission.public_id == submission,
            Regrading.before_verdict.is_not(None),
            ~is_held(session),
        )
        .order_by(Regrading.id)
    )
    return list(session.scalars(statement))


def _select_judgements(*more: Any) -> Select[Any]:  # noqa: ANN401 - columns of any type
    """Return a query for old version, verdict and code, new version, verdict and code, and `more`."""
    return (
        select(_OLD.number, _OLD_VERDICT, _OLD_CODE, _NEW.number, Regrading.verdict, _NEW_CODE, *more)
        .select_from(Regrading)
        .join(Submission, Submission.id == Regrading.submission_id)
        .join(_OLD, _OLD.id == func.coalesce(Regrading.before_version_id, Submission.problem_version_id))
        .join(_NEW, _NEW.id == Regrading.version_id)
    )


def _old(row: Any) -> Judgement:  # noqa: ANN401 - a row of `_select_judgements`
    return Judgement(version=row[0], verdict=row[1], code=row[2] or "")


def _new(row: Any) -> Judgement:  # noqa: ANN401 - likewise
    return Judgement(version=row[3], verdict=row[4], code=row[5] or "")
