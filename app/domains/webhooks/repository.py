"""All SQL about webhooks and their messages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from pydantic_core import from_json
from sqlalchemy import and_, bindparam, case, delete, func, insert, or_, select, update
from sqlalchemy.orm import load_only

from app.db.holds import is_held, list_holds
from app.db.models import (
    Assignment,
    Course,
    CourseStaff,
    CourseWebhook,
    Problem,
    ProblemVersion,
    Regrading,
    Submission,
    User,
    Webhook,
    WebhookDelivery,
    make_public_id,
    now,
)
from app.db.outboxes import choose_fairly
from app.db.statuses import DeliveryStatus, Right, Role, Status
from app.domains.webhooks.schemas import DeliveryView, Due, Judged, WebhookView

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from grader.report import Verdict

MAX_OF_OWNER: Final = 3
"""Maximum number of one owner's messages that are sent at once, so that slow receivers don't delay other owners'."""
EARLIEST: Final = datetime(1970, 1, 1, tzinfo=UTC)
KEPT: Final = timedelta(days=30)
"""Time for which finished messages are kept."""
HELD_POLL: Final = timedelta(seconds=30)
"""Poll interval for the release of a held verdict."""
MAX_ATTEMPTS: Final = 1000
"""Maximum number of attempts that is counted: more than a message ever has."""
READ: Final = (
    WebhookDelivery.public_id,
    WebhookDelivery.webhook_id,
    WebhookDelivery.body,
    WebhookDelivery.attempts,
)
"""What is read of a message to be sent: no times, since PostgreSQL has some that Python hasn't."""
UNREADABLE: Final = "it can't be read"
NOT_ALLOWED: Final = "you may not see this now"
HELD: Final = "an exam holds this"
"""The result of a message that isn't tried before its exam releases it; until then it isn't stuck."""


def add_webhook(
    session: Session, *, user_id: int, url: str, secret: str, for_all: bool, course_id: int | None = None
) -> WebhookView:
    """Store a webhook, with `course_id` for changed grades of a course instead of verdicts."""
    webhook = Webhook(user_id=user_id, url=url, secret=secret, for_all=for_all)
    session.add(webhook)
    session.flush()
    if course_id is None:
        return _to_view(webhook)
    session.add(CourseWebhook(webhook_id=webhook.id, course_id=course_id))
    session.flush()
    return _to_view(webhook, session.scalar(select(Course.public_id).where(Course.id == course_id)))


def count_webhooks(session: Session, user_id: int) -> int:
    """Return the number of a user's webhooks."""
    return session.execute(select(func.count()).where(Webhook.user_id == user_id)).scalar_one()


def list_webhooks(session: Session, user_id: int) -> list[WebhookView]:
    """Return a user's webhooks, oldest first."""
    statement = (
        select(Webhook, Course.public_id)
        .join(CourseWebhook, CourseWebhook.webhook_id == Webhook.id, isouter=True)
        .join(Course, Course.id == CourseWebhook.course_id, isouter=True)
        .where(Webhook.user_id == user_id)
        .order_by(Webhook.id)
    )
    return [_to_view(row, course) for row, course in session.execute(statement)]


def find_webhook(session: Session, user_id: int, public_id: str) -> Webhook | None:
    """Return a user's webhook."""
    statement = select(Webhook).where(Webhook.user_id == user_id, Webhook.public_id == public_id)
    return session.scalars(statement).one_or_none()


def delete_webhook(session: Session, webhook_id: int) -> None:
    """Delete a webhook and its messages."""
    session.execute(delete(Webhook).where(Webhook.id == webhook_id))


def enable(session: Session, webhook_id: int) -> None:
    """Enable a webhook, for new messages only."""
    session.execute(update(Webhook).where(Webhook.id == webhook_id).values(disabled_at=None, failing_since=None))


def list_deliveries(session: Session, webhook_id: int, limit: int) -> list[DeliveryView]:
    """Return a webhook's last messages, newest first."""
    statement = select(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook_id)
    return [
        DeliveryView(
            id=row.public_id,
            status=row.status,
            attempts=row.attempts,
            result=row.result,
            created_at=row.created_at,
            next_at=row.next_at if row.status is DeliveryStatus.WAITING else None,
        )
        for row in session.scalars(statement.order_by(WebhookDelivery.id.desc()).limit(limit))
    ]


def count_untried(session: Session, webhook_id: int) -> int:
    """Return the number of a webhook's messages that wait for their first attempt, without those that are held."""
    statement = select(func.count()).where(
        WebhookDelivery.webhook_id == webhook_id,
        WebhookDelivery.attempts == 0,
        WebhookDelivery.status == DeliveryStatus.WAITING,
        WebhookDelivery.result.is_distinct_from(HELD),
    )
    return session.execute(statement).scalar_one()


def send_again(session: Session, webhook_id: int, public_id: str) -> bool:
    """Requeue a message, with retries for another day; returns whether the webhook has it."""
    message = (WebhookDelivery.webhook_id == webhook_id, WebhookDelivery.public_id == public_id)
    values = {"status": DeliveryStatus.WAITING, "attempts": 0, "next_at": now()}
    return session.connection().execute(update(WebhookDelivery).where(*message).values(values)).rowcount > 0


def list_listening(session: Session, submission_id: int) -> list[int]:
    """Return the webhooks to notify of a submission: its user's, and those for all verdicts.

    Webhooks of courses are excluded, and a temporary run has none. Whether an owner may be told is asked when a message
    is sent, and by a server: a runner can't read who is an admin.
    """
    kept = select(Submission.user_id).where(Submission.id == submission_id, Submission.problem_version_id.is_not(None))
    owner = kept.where(Submission.user_id.is_not(None)).scalar_subquery()
    statement = (
        select(Webhook.id)
        .where(Webhook.disabled_at.is_(None), owner.is_not(None))
        .where(or_(Webhook.user_id == owner, Webhook.for_all.is_(True)))
        .where(Webhook.id.not_in(select(CourseWebhook.webhook_id)))
    )
    return list(session.connection().execute(statement).scalars())


def list_course_listening(session: Session, course_id: int) -> list[int]:
    """Return the webhooks to notify of a course's grades: enabled ones whose owner may see the grades now."""
    statement = (
        select(Webhook.id)
        .join(CourseWebhook, CourseWebhook.webhook_id == Webhook.id)
        .join(User, User.id == Webhook.user_id)
        .where(CourseWebhook.course_id == course_id, Webhook.disabled_at.is_(None), _may_hear())
    )
    return list(session.scalars(statement))


def _may_hear() -> ColumnElement[bool]:
    """Return the condition for webhooks whose owner, a joined `User`, may be told now what they are for.

    Anybody may be told their own verdicts, staff with the right to students' data a course's grades, and admins all.
    """
    staff = select(CourseStaff.user_id).where(
        CourseStaff.course_id == CourseWebhook.course_id, CourseStaff.data != Right.NONE
    )
    is_own = and_(Webhook.for_all.is_(False), CourseWebhook.course_id.is_(None))
    may_see = or_(User.role == Role.ADMIN, is_own, User.id.in_(staff.correlate(CourseWebhook)))
    return and_(User.disabled_at.is_(None), may_see)


def list_enabled(session: Session) -> list[tuple[int, int, bool]]:
    """Return the enabled webhooks for verdicts, each with its owner, and whether it is for everybody's."""
    enabled = select(Webhook.id, Webhook.user_id, Webhook.for_all).where(Webhook.disabled_at.is_(None))
    statement = enabled.where(Webhook.id.not_in(select(CourseWebhook.webhook_id))).order_by(Webhook.id)
    return [(row[0], row[1], row[2]) for row in session.connection().execute(statement)]


def list_regraded(session: Session, regrade_id: int) -> list[tuple[int, int, Verdict | None]]:
    """Return the submissions whose verdict an applied regrade changed, with their owners and earlier verdicts."""
    statement = (
        select(Regrading.submission_id, Submission.user_id, Regrading.before_verdict)
        .join(Submission, Submission.id == Regrading.submission_id)
        .where(
            Submission.problem_version_id.is_not(None),
            Regrading.regrade_id == regrade_id,
            Regrading.status == Status.DONE,
            Regrading.before_verdict.is_not(None),
            Regrading.before_verdict != Regrading.verdict,
        )
        .order_by(Regrading.id)
    )
    rows = session.connection().execute(statement)
    return [(submission, owner, before) for submission, owner, before in rows if owner is not None]


def describe_submissions(session: Session, rows: Collection[int]) -> dict[int, Judged]:
    """Return the data about submissions for messages, by row id."""
    statement = (
        select(
            Submission.id.label("row"),
            Submission.public_id.label("id"),
            Submission.mode,
            Submission.status,
            Submission.verdict,
            Submission.created_at,
            Submission.finished_at,
            Submission.report["score"].as_float().label("score"),
            Problem.slug.label("problem"),
            ProblemVersion.number.label("version"),
            User.name.label("user"),
        )
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .join(User, User.id == Submission.user_id)
        .where(Submission.id.in_(rows))
    )
    return {row.row: Judged.model_validate(row._mapping) for row in session.execute(statement)}  # noqa: SLF001 - public


def add_deliveries(session: Session, messages: Iterable[tuple[int, str]]) -> None:
    """Store messages, each with the webhook that gets it."""
    moment = now()
    rows: list[dict[str, Any]] = [
        {"public_id": make_public_id(), "webhook_id": one, "body": body, "next_at": moment, "created_at": moment}
        for one, body in messages
    ]
    if rows:
        session.connection().execute(insert(WebhookDelivery), rows)


def measure_backlog(session: Session) -> tuple[int, datetime | None]:
    """Return the number of waiting messages, and since when the oldest has waited: one that is held waits anew."""
    waiting = WebhookDelivery.status == DeliveryStatus.WAITING
    count, oldest = session.execute(select(func.count(), func.min(WebhookDelivery.created_at)).where(waiting)).one()
    return count, oldest


def is_any_due(session: Session) -> bool:
    """Return whether a message is due."""
    statement = select(WebhookDelivery.id).where(
        WebhookDelivery.status == DeliveryStatus.WAITING, WebhookDelivery.next_at <= now()
    )
    return session.execute(statement.limit(1)).first() is not None


def take_due(session: Session, lease: timedelta, limit: int) -> list[Due]:
    """Return due messages, a few of each owner, and postpone them by `lease`, so that no other server sends them, too.

    A message about a held verdict or grade waits for its release, unless it goes to an admin who gets all verdicts. One
    whose reader may not be told now is given up, and so is one that can't be read: a stolen runner may store anything.
    A webhook for all verdicts is disabled once its owner is no admin.
    """
    moment = now()
    # `coalesce` changes nothing: it keeps SQLite from reading all due messages through their index by status.
    status = func.coalesce(WebhookDelivery.status, DeliveryStatus.WAITING)
    statement = (
        select(WebhookDelivery, Webhook.url, Webhook.secret, Webhook.for_all, _may_hear())
        .join(Webhook, Webhook.id == WebhookDelivery.webhook_id)
        .join(User, User.id == Webhook.user_id)
        .join(CourseWebhook, CourseWebhook.webhook_id == Webhook.id, isouter=True)
        .where(WebhookDelivery.id.in_(bindparam("first", expanding=True)))
        .where(status == DeliveryStatus.WAITING, WebhookDelivery.next_at <= moment)
        .order_by(WebhookDelivery.next_at)
        .limit(limit)
        .with_for_update(skip_locked=True, of=WebhookDelivery)
        .options(load_only(*READ))
    )
    due: list[Due] = []
    while not due and (rows := session.execute(statement, {"first": _choose_due(session, moment, limit)}).all()):
        held = _find_held(session, (row[0].body for row in rows if not row.for_all))
        for delivery, url, secret, for_all, is_allowed in rows:
            told = _list_told(delivery.body)
            if not is_allowed or told is None:
                delivery.status, delivery.result = DeliveryStatus.FAILED, UNREADABLE if is_allowed else NOT_ALLOWED
                if for_all and not is_allowed:
                    disable(session, delivery.webhook_id)
                continue
            if not for_all and not held.isdisjoint(told):
                delivery.result, delivery.created_at, delivery.next_at = HELD, moment, moment + HELD_POLL
                continue
            delivery.attempts = min(max(delivery.attempts, 0), MAX_ATTEMPTS) + 1
            delivery.next_at = moment + lease
            due.append(
                Due(delivery.id, delivery.public_id, delivery.webhook_id, url, secret, delivery.body, delivery.attempts)
            )
        session.flush()
    return due


def _choose_due(session: Session, moment: datetime, limit: int) -> list[int]:
    """Return the row ids of the first due messages of each owner."""
    waiting = (WebhookDelivery.status == DeliveryStatus.WAITING, WebhookDelivery.next_at <= moment)
    order = (WebhookDelivery.next_at, WebhookDelivery.id)
    first = select(func.min(WebhookDelivery.next_at)).where(WebhookDelivery.webhook_id == Webhook.id, *waiting)
    head = first.correlate(Webhook).scalar_subquery()
    heads = session.execute(select(Webhook.id, Webhook.user_id).where(head.is_not(None)).order_by(head, Webhook.id))

    # A runner's role may store a time that Python doesn't have.
    time = case((WebhookDelivery.next_at < EARLIEST, EARLIEST), else_=WebhookDelivery.next_at)

    def list_first(webhook: int) -> list[tuple[datetime, int]]:
        messages = select(time, WebhookDelivery.id).where(WebhookDelivery.webhook_id == webhook, *waiting)
        statement = messages.order_by(*order)
        return [(row[0], row[1]) for row in session.execute(statement.limit(MAX_OF_OWNER))]

    return choose_fairly(((row[0], row[1]) for row in heads), list_first, most=MAX_OF_OWNER, receivers=limit)


def delete_old(session: Session) -> None:
    """Delete the messages that were finished long ago."""
    is_finished = WebhookDelivery.status.in_([DeliveryStatus.DELIVERED, DeliveryStatus.FAILED])
    session.connection().execute(delete(WebhookDelivery).where(is_finished, WebhookDelivery.next_at < now() - KEPT))


def _list_told(body: str) -> list[str] | None:
    """Return the public ids of a message's subjects: its submission, and the assignment of its grade.

    None if it isn't a message.
    """
    try:
        message = from_json(body)
    except ValueError:
        return None
    data = message.get("data") if isinstance(message, dict) else None
    if not isinstance(data, dict):
        return None
    told = [data.get(name) for name in ("id", "submission", "assignment")]
    return [one for one in told if isinstance(one, str) and one.isascii() and one.isalnum()]


def _find_held(session: Session, bodies: Iterable[str]) -> set[str]:
    """Return the public ids of the messages' subjects that an exam holds: submissions, and exams themselves."""
    holds = list_holds(session)
    if not holds:
        return set()
    told = [one for body in bodies for one in _list_told(body) or ()]
    submissions = select(Submission.public_id).where(Submission.public_id.in_(told), is_held(session))
    exams = select(Assignment.public_id).where(Assignment.id.in_([hold.assignment_id for hold in holds]))
    return {*session.scalars(submissions), *session.scalars(exams)}


def finish_delivery(session: Session, due: Due, status: DeliveryStatus, result: str, next_at: datetime) -> bool:
    """Record the result of an attempt, unless the message was given up, deleted or sent again meanwhile.

    Returns whether it was recorded. SQLite gives the id of a deleted message to the next one.
    """
    statement = update(WebhookDelivery).where(
        WebhookDelivery.id == due.id,
        WebhookDelivery.public_id == due.public_id,
        WebhookDelivery.status == DeliveryStatus.WAITING,
        WebhookDelivery.attempts == due.attempt,
    )
    changed = session.connection().execute(statement.values(status=status, result=result, next_at=next_at))
    return changed.rowcount == 1


def note_success(session: Session, webhook_id: int) -> None:
    """Record a successful delivery."""
    statement = update(Webhook).where(Webhook.id == webhook_id, Webhook.failing_since.is_not(None))
    session.execute(statement.values(failing_since=None))


def note_failure(session: Session, webhook_id: int) -> datetime:
    """Record a failed delivery; returns since when the webhook has accepted no message."""
    first = update(Webhook).where(Webhook.id == webhook_id, Webhook.failing_since.is_(None))
    session.execute(first.values(failing_since=now()))
    since = session.scalars(select(Webhook.failing_since).where(Webhook.id == webhook_id)).one_or_none()
    return since or now()


def disable(session: Session, webhook_id: int) -> None:
    """Disable a webhook, and give up its waiting messages."""
    session.execute(update(Webhook).where(Webhook.id == webhook_id).values(disabled_at=now()))
    waiting = (WebhookDelivery.webhook_id == webhook_id, WebhookDelivery.status == DeliveryStatus.WAITING)
    session.execute(update(WebhookDelivery).where(*waiting).values(status=DeliveryStatus.FAILED))


def _to_view(row: Webhook, course: str | None = None) -> WebhookView:
    return WebhookView(
        id=row.public_id,
        url=row.url,
        for_all=row.for_all,
        course=course,
        created_at=row.created_at,
        failing_since=row.failing_since,
        disabled_at=row.disabled_at,
    )
