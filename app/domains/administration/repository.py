"""All SQL for the administration of accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select, update

from app.db.models import ApiToken, Session, User, now
from app.domains.administration.schemas import UserRow

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, orm

    from app.db.statuses import Role


def count_by_role(session: orm.Session) -> dict[Role, int]:
    """Return the number of accounts with each role."""
    rows = session.execute(select(User.role, func.count()).group_by(User.role))
    return {row[0]: row[1] for row in rows}


def count_users(session: orm.Session, search: str) -> int:
    """Return the number of accounts with `search` in their names."""
    return session.scalar(select(func.count()).select_from(User).where(*_narrow(search))) or 0


def list_users(session: orm.Session, search: str, *, skip: int, most: int) -> list[UserRow]:
    """Return accounts with `search` in their names, by name, after the first `skip`."""
    sessions = select(func.count()).where(Session.user_id == User.id, Session.expires_at > now()).scalar_subquery()
    tokens = select(func.count()).where(ApiToken.user_id == User.id).scalar_subquery()
    statement = (
        select(User.id, User.name, User.role, User.created_at, User.disabled_at, sessions, tokens)
        .where(*_narrow(search))
        .order_by(User.name_key)
        .offset(skip)
        .limit(most)
    )
    return [UserRow(*row) for row in session.execute(statement)]


def set_disabled(session: orm.Session, user_id: int, *, disabled: bool) -> bool:
    """Disable or enable an account; returns whether that changed anything."""
    condition = User.disabled_at.is_(None) if disabled else User.disabled_at.is_not(None)
    statement = update(User).where(User.id == user_id, condition).values(disabled_at=now() if disabled else None)
    return session.connection().execute(statement).rowcount > 0


def end_sessions(session: orm.Session, user_id: int) -> int:
    """Delete all sessions of an account; returns how many there were."""
    return session.connection().execute(delete(Session).where(Session.user_id == user_id)).rowcount


def _narrow(search: str) -> list[ColumnElement[bool]]:
    wanted = search.strip().lower()
    return [User.name_key.contains(wanted, autoescape=True)] if wanted else []
