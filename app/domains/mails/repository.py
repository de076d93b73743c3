"""All SQL about waiting mails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, case, delete, func, select, update

from app.db.models import WaitingMail, now
from app.domains.mails.schemas import DueMail

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from sqlalchemy.orm import Session


def find_last_due(session: Session) -> datetime | None:
    """Return when the last of the waiting mails that were stored for later was first due; None without a mail."""
    return session.scalar(select(func.max(WaitingMail.created_at)))


def add_mail(session: Session, content: str, expires_at: datetime, due_at: datetime | None = None) -> None:
    """Store a mail, with sealed content, to be sent now or, if later, at `due_at`, from which on it counts as late."""
    due_at = due_at or now()
    session.add(WaitingMail(content=content, expires_at=expires_at, next_at=due_at, created_at=due_at))


def is_any_due(session: Session) -> bool:
    """Return whether a mail is due."""
    return session.execute(select(WaitingMail.id).where(WaitingMail.next_at <= now()).limit(1)).first() is not None


def take_due(session: Session, lease: timedelta, lasts: timedelta) -> DueMail | None:
    """Return the mail that is next, and postpone it by `lease`, so that no other server sends it.

    Mails of which sending is retried for no more than `lasts`, because their links expire, come first; otherwise the
    one that has been due for longest.
    """
    moment = now()
    # A mail that lasts longer was made before the one moment, or expires after the other.
    expires_soon = and_(WaitingMail.created_at > moment - lasts, WaitingMail.expires_at < moment + lasts)
    statement = (
        select(WaitingMail)
        .where(WaitingMail.next_at <= moment)
        .order_by(case((expires_soon, 0), else_=1), WaitingMail.next_at)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    mail = session.scalar(statement)
    if mail is None:
        return None
    mail.attempts += 1
    mail.next_at = moment + lease
    return DueMail(mail.id, mail.content, mail.attempts, mail.expires_at)


def postpone(session: Session, mail_id: int, next_at: datetime) -> None:
    """Postpone a mail until `next_at`."""
    session.execute(update(WaitingMail).where(WaitingMail.id == mail_id).values(next_at=next_at))


def drop_mail(session: Session, mail_id: int) -> None:
    """Delete a mail that was sent or can't be sent."""
    session.execute(delete(WaitingMail).where(WaitingMail.id == mail_id))


def measure_backlog(session: Session) -> tuple[int, datetime | None]:
    """Return the number of waiting mails, and when the oldest was created."""
    count, oldest = session.execute(select(func.count(), func.min(WaitingMail.created_at))).one()
    return count, oldest
