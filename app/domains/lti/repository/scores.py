"""All SQL about scores for platforms, and about the gradebook columns to which they are sent."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, func, select, update

from app.db.models import (
    Assignment,
    LtiContext,
    LtiDeployment,
    LtiIdentity,
    LtiLineItem,
    LtiMember,
    LtiScore,
    Student,
    User,
    now,
)
from app.db.outboxes import choose_fairly
from app.db.statuses import DeliveryStatus, LtiRole
from app.domains.lti.schemas import DueScore, ScoreView

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

MAX_OF_PLATFORM: Final = 5
"""Maximum number of one platform's scores that are sent at once, so that a slow platform doesn't delay the others'."""
COLUMN_GONE: Final = ("status 404", "status 410")
"""The results of a score whose column was deleted at the platform."""


def list_subjects(session: Session, context_id: int, course_id: int) -> dict[int, str]:
    """Return the ids in a platform's course of a course's students, by their row ids here."""
    statement = (
        select(Student.id, LtiMember.subject)
        .join(LtiIdentity, LtiIdentity.user_id == Student.user_id)
        .join(LtiMember, LtiMember.subject == LtiIdentity.subject)
        .join(LtiContext, LtiContext.id == LtiMember.context_id)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .where(
            Student.course_id == course_id,
            Student.joined_at.is_not(None),
            Student.removed_at.is_(None),
            LtiMember.context_id == context_id,
            LtiMember.role == LtiRole.STUDENT,
            LtiMember.is_active,
            LtiIdentity.platform_id == LtiDeployment.platform_id,
        )
    )
    return {row[0]: row[1] for row in session.execute(statement)}


def list_columns(session: Session, context_id: int) -> dict[int, str]:
    """Return the addresses of the columns in a platform's gradebook, by the row ids of their assignments."""
    columns = select(LtiLineItem).where(LtiLineItem.context_id == context_id)
    return {row.assignment_id: row.url for row in session.scalars(columns)}


def put_column(session: Session, context_id: int, assignment_id: int, url: str) -> None:
    """Store the column for an assignment's scores. A new one is empty, so it gets all that an earlier one got."""
    row = session.get(LtiLineItem, (context_id, assignment_id))
    if row is not None and row.url == url:
        return
    session.merge(LtiLineItem(context_id=context_id, assignment_id=assignment_id, url=url))
    _queue(session, (LtiScore.context_id == context_id) & (LtiScore.assignment_id == assignment_id))


def has_column(session: Session, context_id: int, assignment_id: int) -> bool:
    """Return whether there is a column for an assignment's scores, and the platform didn't say that it is gone."""
    refused = (
        LtiScore.context_id == context_id,
        LtiScore.assignment_id == assignment_id,
        LtiScore.status.in_([DeliveryStatus.WAITING, DeliveryStatus.FAILED]),
        LtiScore.result.in_(COLUMN_GONE),
    )
    known = session.get(LtiLineItem, (context_id, assignment_id)) is not None
    return known and session.execute(select(LtiScore.id).where(*refused).limit(1)).first() is None


def load_scores(session: Session, context_id: int) -> dict[tuple[int, int], tuple[float, int]]:
    """Return the sent or waiting points and full points, by row ids of assignment and student."""
    statement = select(LtiScore).where(LtiScore.context_id == context_id)
    return {(row.assignment_id, row.student_id): (row.points, row.full) for row in session.scalars(statement)}


def put_score(session: Session, **values: Any) -> None:  # noqa: ANN401 - any value
    """Queue a score: it replaces a waiting one, and gets a later timestamp for the platform."""
    key = {name: values[name] for name in ("context_id", "assignment_id", "student_id")}
    row = session.scalar(select(LtiScore).filter_by(**key).with_for_update())
    moment = now()
    if row is None:
        row = LtiScore(**key)
        session.add(row)
    elif (row.points, row.full) == (values["points"], values["full"]):
        return
    else:
        moment = max(moment, row.changed_at + timedelta(milliseconds=1))
    for name, value in values.items():
        setattr(row, name, value)
    row.changed_at, row.status, row.attempts, row.next_at, row.result = moment, DeliveryStatus.WAITING, 0, moment, None
    session.flush()


def put_scores(session: Session, scores: list[dict[str, Any]]) -> None:
    """Queue scores."""
    for values in scores:
        put_score(session, **values)


def is_any_due(session: Session) -> bool:
    """Return whether a score is due."""
    due = select(LtiScore.id).where(LtiScore.status == DeliveryStatus.WAITING, LtiScore.next_at <= now()).limit(1)
    return session.execute(due).first() is not None


def _choose_due(session: Session, moment: datetime, limit: int) -> list[int]:
    """Return the row ids of the first due scores of each platform."""
    waiting = (LtiScore.status == DeliveryStatus.WAITING, LtiScore.next_at <= moment)
    order = (LtiScore.next_at, LtiScore.id)
    first = select(func.min(LtiScore.next_at)).where(LtiScore.context_id == LtiContext.id, *waiting)
    head = first.correlate(LtiContext).scalar_subquery()
    heads = session.execute(
        select(LtiContext.id, LtiDeployment.platform_id)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .where(head.is_not(None))
        .order_by(head, LtiContext.id)
    )

    def list_first(context: int) -> list[tuple[datetime, int]]:
        statement = select(*order).where(LtiScore.context_id == context, *waiting).order_by(*order)
        return [(row[0], row[1]) for row in session.execute(statement.limit(MAX_OF_PLATFORM))]

    return choose_fairly(((row[0], row[1]) for row in heads), list_first, most=MAX_OF_PLATFORM, receivers=limit)


def take_due(session: Session, lease: timedelta, limit: int) -> list[DueScore]:
    """Return due scores, a few of each platform, and postpone them by `lease`, so that no other server sends them."""
    moment = now()
    # `coalesce` changes nothing: it keeps SQLite from reading all due scores through their index by status.
    status = func.coalesce(LtiScore.status, DeliveryStatus.WAITING)
    is_due = (status == DeliveryStatus.WAITING, LtiScore.next_at <= moment)
    statement = (
        select(LtiScore, LtiContext, LtiDeployment.platform_id, Assignment.public_id, Assignment.name, LtiLineItem.url)
        .join(LtiContext, LtiContext.id == LtiScore.context_id)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .join(Assignment, Assignment.id == LtiScore.assignment_id)
        .join(
            LtiLineItem,
            (LtiLineItem.context_id == LtiScore.context_id) & (LtiLineItem.assignment_id == LtiScore.assignment_id),
            isouter=True,
        )
        .where(*is_due, LtiScore.id.in_(_choose_due(session, moment, limit)))
        .order_by(LtiScore.next_at)
        .limit(limit)
        .with_for_update(skip_locked=True, of=LtiScore)
    )
    due = []
    for score, context, platform_id, assignment, name, url in session.execute(statement):
        score.attempts += 1
        score.next_at = moment + lease
        due.append(
            DueScore(
                id=score.id,
                context_id=context.id,
                assignment_id=score.assignment_id,
                assignment=assignment,
                assignment_name=name,
                platform_id=platform_id,
                subject=score.subject,
                points=score.points,
                full=score.full,
                submitted_at=score.submitted_at,
                changed_at=score.changed_at,
                items_url=context.items_url,
                item_url=url or "",
                may_make_items=context.may_make_items,
                attempt=score.attempts,
            )
        )
    return due


def finish(session: Session, due: DueScore, status: DeliveryStatus, result: str, next_at: datetime) -> None:
    """Record the result of sending a score, unless a newer one has replaced it."""
    statement = update(LtiScore).where(LtiScore.id == due.id, LtiScore.changed_at == due.changed_at)
    session.execute(statement.values(status=status, result=result[:200], next_at=next_at))


def list_scores(session: Session, course_id: int, limit: int) -> list[ScoreView]:
    """Return the scores of a course: failed ones first, then waiting ones, then the latest."""
    order = {DeliveryStatus.FAILED: 0, DeliveryStatus.WAITING: 1, DeliveryStatus.DELIVERED: 2}
    statement = (
        select(LtiScore, Assignment.name, Student.name, User.name)
        .join(LtiContext, LtiContext.id == LtiScore.context_id)
        .join(Assignment, Assignment.id == LtiScore.assignment_id)
        .join(Student, Student.id == LtiScore.student_id)
        .join(User, User.id == Student.user_id, isouter=True)
        .where(LtiContext.course_id == course_id)
        .order_by(LtiScore.changed_at.desc(), LtiScore.id)
    )
    found: list[ScoreView] = []
    for status in order:
        rows = session.execute(statement.where(LtiScore.status == status).limit(limit - len(found)))
        found += [
            ScoreView(
                assignment=assignment,
                student=student or account or "",
                points=row.points,
                full=row.full,
                status=row.status,
                attempts=row.attempts,
                result=row.result,
                changed_at=row.changed_at,
            )
            for row, assignment, student, account in rows
        ]
        if len(found) >= limit:
            break
    return found


def count_scores(session: Session, course_id: int, status: DeliveryStatus) -> int:
    """Return the number of a course's scores with a status."""
    statement = (
        select(func.count())
        .select_from(LtiScore)
        .join(LtiContext, LtiContext.id == LtiScore.context_id)
        .where(LtiContext.course_id == course_id, LtiScore.status == status)
    )
    return session.scalar(statement) or 0


def send_again(session: Session, course_id: int) -> int:
    """Queue all scores of a course again, with all attempts; returns how many there are."""
    return _queue(session, LtiScore.context_id.in_(select(LtiContext.id).where(LtiContext.course_id == course_id)))


def _queue(session: Session, condition: ColumnElement[bool]) -> int:
    """Queue the matching scores again, with all attempts and later timestamps; returns how many there are."""
    rows = session.scalars(select(LtiScore).where(condition)).all()
    for row in rows:
        row.status, row.attempts, row.next_at, row.result = DeliveryStatus.WAITING, 0, now(), None
        row.changed_at = max(now(), row.changed_at + timedelta(milliseconds=1))
    return len(rows)


def delete_scores(session: Session, context_id: int) -> None:
    """Delete a platform course's scores."""
    session.execute(delete(LtiScore).where(LtiScore.context_id == context_id))
