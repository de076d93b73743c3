"""All SQL that changes regrades: the submissions rejudged, with which version, and the results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, literal, or_, select, update
from sqlalchemy.orm import aliased

from app.db.judged import IS_DONE
from app.db.models import (
    Problem,
    ProblemVersion,
    Regrade,
    Regrading,
    Submission,
    SubmissionEvent,
    make_public_id,
    now,
)
from app.db.statuses import PENDING, EventKind, RegradeStatus, Status, VersionStatus
from app.db.transitions import change_status
from app.domains.regrading.queries import COUNTS, is_superseded
from app.domains.regrading.schemas import Selection
from app.domains.submissions.record import MAX_CODE
from app.domains.submissions.schemas import WorkRow
from app.domains.threads.settling import answer_reports
from app.domains.webhooks import outbox
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, timedelta

    from sqlalchemy.orm import Session

    from app.queue.port import Queue

STRAGGLERS: Final = "It was handed in while a new version was being prepared: {}"


def add_regrade(
    session: Session,
    queue: Queue,
    problem_id: int,
    selection: Selection,
    *,
    version_id: int | None,
    reason: str,
    started_by: int | None,
    applies_itself: bool,
    never_lower: bool = False,
) -> str | None:
    """Queue the selected judged submissions for rejudging, with one version or each with its own.

    Returns the regrade's public id; None, storing nothing, if no submission matches and the regrade needs no decision.
    """
    regrade = Regrade(
        public_id=make_public_id(),
        problem_id=problem_id,
        version_id=version_id,
        reason=reason,
        started_by=started_by,
        applies_itself=applies_itself,
        never_lower=never_lower,
    )
    session.add(regrade)
    session.flush()
    by = literal(version_id) if version_id is not None else Submission.problem_version_id
    meant = (
        select(literal(regrade.id), Submission.id, by)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(ProblemVersion.problem_id == problem_id, IS_DONE, *_narrow(selection))
        .order_by(Submission.id)
    )
    added = session.connection().execute(
        insert(Regrading).from_select(["regrade_id", "submission_id", "version_id"], meant),
        execution_options={"preserve_rowcount": True},
    )
    if applies_itself and not added.rowcount:
        session.delete(regrade)
        return None
    queue.defer_regrade(session, regrade.id)
    close_if_done(session, queue, regrade.id)
    return regrade.public_id


def add_return(session: Session, queue: Queue, applied: Regrade, *, reason: str, started_by: int | None) -> str | None:
    """Add a regrade that reverts an applied one: nothing is judged, so it is ready at once.

    Submissions that a later regrade has changed stay unchanged. Returns its public id; None if no submission is left.
    """
    later = aliased(Regrading)
    changed_since = exists().where(
        later.submission_id == Regrading.submission_id, later.id > Regrading.id, later.before_verdict.is_not(None)
    )
    taken = (Regrading.regrade_id == applied.id, Regrading.before_verdict.is_not(None), ~changed_since)
    regrade = Regrade(public_id=make_public_id(), problem_id=applied.problem_id, reason=reason, started_by=started_by)
    session.add(regrade)
    session.flush()
    columns = {
        Regrading.regrade_id: literal(regrade.id),
        Regrading.submission_id: Regrading.submission_id,
        Regrading.version_id: Regrading.before_version_id,
        Regrading.status: literal(Status.DONE, Regrading.status.type),
        Regrading.verdict: Regrading.before_verdict,
        Regrading.report: Regrading.before_report,
    }
    meant = select(*columns.values()).where(*taken).order_by(Regrading.submission_id)
    added = session.connection().execute(
        insert(Regrading).from_select([column.key for column in columns], meant),
        execution_options={"preserve_rowcount": True},
    )
    if not added.rowcount:
        session.delete(regrade)
        return None
    close_if_done(session, queue, regrade.id)
    return regrade.public_id


def _narrow(selection: Selection) -> list[ColumnElement[bool]]:
    """Return the conditions of a selection; runs, which never count, are excluded unless one submission is named."""
    if selection.submission is not None:
        return [Submission.public_id == selection.submission]
    conditions = [Submission.mode == Mode.SUBMIT]
    if selection.since is not None:
        conditions.append(Submission.created_at >= selection.since)
    if selection.judged_since is not None:
        conditions.append(Submission.finished_at >= selection.judged_since)
    if selection.verdict is not None:
        conditions.append(Submission.verdict == selection.verdict)
    if selection.other_than is not None:
        seen = exists().where(Regrading.submission_id == Submission.id, Regrading.version_id == selection.other_than)
        conditions += [Submission.problem_version_id != selection.other_than, ~seen]
    return conditions


def list_problems_of(session: Session, selection: Selection) -> list[int]:
    """Return the ids of the problems of the selected judged submissions."""
    statement = (
        select(ProblemVersion.problem_id)
        .join(Submission, Submission.problem_version_id == ProblemVersion.id)
        .where(Submission.status == Status.DONE, *_narrow(selection))
        .distinct()
    )
    return sorted(session.scalars(statement))


def find_regrade_id(session: Session, regrading_id: int) -> int:
    """Return the id of a regrading's regrade."""
    regrade_id: int = session.scalars(select(Regrading.regrade_id).where(Regrading.id == regrading_id)).one()
    return regrade_id


def find_topic(session: Session, regrading_id: int) -> str:
    """Return the public id of a regrading's regrade."""
    statement = (
        select(Regrade.public_id)
        .join(Regrading, Regrading.regrade_id == Regrade.id)
        .where(Regrading.id == regrading_id)
    )
    public_id: str = session.scalars(statement).one()
    return public_id


def find_work(session: Session, regrading_id: int) -> WorkRow:
    """Return the data that a runner needs: the submission's source, and the version to judge it by."""
    statement = (
        select(
            Submission.public_id,
            Submission.mode,
            Submission.source,
            Problem.slug,
            ProblemVersion.number,
            ProblemVersion.digest,
            Regrade.public_id,
        )
        .select_from(Regrading)
        .join(Regrade, Regrade.id == Regrading.regrade_id)
        .join(Submission, Submission.id == Regrading.submission_id)
        .join(ProblemVersion, ProblemVersion.id == Regrading.version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .where(Regrading.id == regrading_id)
    )
    return WorkRow(*session.connection().execute(statement).one())


def close_if_done(session: Session, queue: Queue, regrade_id: int) -> None:
    """Mark a regrade ready once everything is judged, or apply it if it needs no decision."""
    # Without this lock, two jobs that end at once would each see the other as unfinished.
    regrade = session.scalars(select(Regrade).where(Regrade.id == regrade_id).with_for_update()).one()
    waiting = select(exists().where(Regrading.regrade_id == regrade_id, Regrading.status.in_(PENDING)))
    if regrade.status is not RegradeStatus.RUNNING or session.scalar(waiting):
        return
    change_status(session, Regrade, regrade_id, RegradeStatus.READY)
    if regrade.applies_itself:
        apply(session, queue, regrade)


def apply(session: Session, queue: Queue, regrade: Regrade) -> None:
    """Apply the results; publish the version if it was staged. Raises `TransitionError` unless it is ready.

    The previous result is kept with the regrading. Submissions made in the meantime are rejudged with the new version,
    too, and applied without another decision. Superseded results aren't applied, and with `never_lower` none that
    would take acceptance away; the regradings of these submissions keep no previous result.
    """
    change_status(session, Regrade, regrade.id, RegradeStatus.APPLIED, decided_at=now())
    done = and_(Regrading.regrade_id == regrade.id, Regrading.status == Status.DONE)
    meant = and_(done, ~is_superseded())
    if regrade.never_lower:
        accepted = select(Submission.id).where(Submission.verdict == Verdict.ACCEPTED)
        meant = and_(meant, or_(Regrading.verdict == Verdict.ACCEPTED, Regrading.submission_id.not_in(accepted)))
    taken = and_(done, Regrading.before_verdict.is_not(None))
    old = Submission.id == Regrading.submission_id
    keep = (
        update(Regrading)
        .where(meant)
        .values(
            before_version_id=select(Submission.problem_version_id).where(old).scalar_subquery(),
            before_verdict=select(Submission.verdict).where(old).scalar_subquery(),
            before_report=select(Submission.report).where(old).scalar_subquery(),
        )
    )
    code = func.substr(Regrading.report["code"].as_string(), 1, MAX_CODE)
    take = (
        update(Submission)
        .where(Submission.id.in_(select(Regrading.submission_id).where(taken)))
        .values(
            problem_version_id=select(Regrading.version_id).where(taken, old).scalar_subquery(),
            verdict=select(Regrading.verdict).where(taken, old).scalar_subquery(),
            report=select(Regrading.report).where(taken, old).scalar_subquery(),
            code=select(code).where(taken, old).scalar_subquery(),
        )
    )
    for statement in (keep, take):
        session.connection().execute(statement)
    answer_reports(session, and_(Regrading.regrade_id == regrade.id, COUNTS))
    outbox.add_regraded(session, regrade.id, regrade.reason)
    version = None if regrade.version_id is None else session.get(ProblemVersion, regrade.version_id)
    if version is not None and version.status is VersionStatus.STAGED:
        change_status(session, ProblemVersion, version.id, VersionStatus.PUBLISHED, published_at=now())
        add_stragglers(session, queue, regrade)


def add_stragglers(session: Session, queue: Queue, applied: Regrade, judged_since: datetime | None = None) -> None:
    """Rejudge with the version of an applied regrade what it hasn't judged, to be applied without another decision."""
    add_regrade(
        session,
        queue,
        applied.problem_id,
        Selection(other_than=applied.version_id, judged_since=judged_since),
        version_id=applied.version_id,
        reason=STRAGGLERS.format(applied.reason),
        started_by=applied.started_by,
        applies_itself=True,
        never_lower=applied.never_lower,
    )


def drop(session: Session, regrade: Regrade) -> None:
    """Drop a regrade and the version staged for it, and remove its jobs from the queue."""
    change_status(session, Regrade, regrade.id, RegradeStatus.DROPPED, decided_at=now())
    waiting = (Regrading.regrade_id == regrade.id, Regrading.status == Status.QUEUED)
    session.connection().execute(delete(Regrading).where(*waiting))
    version = None if regrade.version_id is None else session.get(ProblemVersion, regrade.version_id)
    if version is not None and version.status is VersionStatus.STAGED:
        change_status(session, ProblemVersion, version.id, VersionStatus.DROPPED)


def put_away(session: Session, user_id: int) -> None:
    """Record that a learner has seen the regrades of their submissions."""
    own = select(Submission.id).where(Submission.user_id == user_id)
    unseen = (Regrading.submission_id.in_(own), Regrading.seen_at.is_(None), Regrading.before_verdict.is_not(None))
    session.connection().execute(update(Regrading).where(*unseen).values(seen_at=now()))


def revive_failed(session: Session, queue: Queue, conditions: Sequence[ColumnElement[bool]]) -> list[str]:
    """Requeue submissions that failed with an internal error; returns their public ids."""
    failed = (
        select(Submission.id, Submission.public_id, Submission.revivals)
        .where(Submission.status == Status.FAILED, *conditions)
        .where(Submission.user_id.is_not(None), Submission.problem_version_id.is_not(None))
        .order_by(Submission.id)
    )
    revived = []
    for submission_id, public_id, revivals in session.execute(failed).all():
        queue.revive(session, submission_id)
        values = {"verdict": None, "started_at": None, "finished_at": None, "revivals": revivals + 1}
        change_status(session, Submission, submission_id, Status.QUEUED, **values)
        told = {"position": queue.find_position(session, submission_id)}
        session.add(SubmissionEvent(submission_id=submission_id, kind=EventKind.QUEUED, data=told))
        revived.append(public_id)
    return revived


def is_due(pauses: Sequence[timedelta]) -> ColumnElement[bool]:
    """Return the condition for failed submissions due for a retry, after the pause for their number of retries."""
    moment = now()
    steps = [
        and_(Submission.revivals == number, Submission.finished_at < moment - pause)
        for number, pause in enumerate(pauses)
    ]
    return or_(*steps)


def narrow_failed(selection: Selection, problem_id: int | None) -> list[ColumnElement[bool]]:
    """Return the conditions of a selection for failed submissions."""
    conditions = _narrow(selection)
    if problem_id is not None:
        versions = select(ProblemVersion.id).where(ProblemVersion.problem_id == problem_id)
        conditions.append(Submission.problem_version_id.in_(versions))
    if selection.verdict not in {None, Verdict.INTERNAL_ERROR}:
        conditions.append(literal(value=False))
    return conditions
