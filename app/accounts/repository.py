"""All SQL about accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from app.accounts.schemas import Account
from app.db.models import ApiToken, Session, User, now

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Row, orm

    from app.db.statuses import Role


def find_user(session: orm.Session, name_key: str) -> User | None:
    """Return the account with this name, in whatever capitals."""
    user: User | None = session.scalar(select(User).where(User.name_key == name_key))
    return user


def add_user(session: orm.Session, *, name: str, name_key: str, password_hash: str, role: Role) -> User:
    """Store an account; raises `sqlalchemy.exc.IntegrityError` when the name is taken."""
    user = User(name=name, name_key=name_key, password_hash=password_hash, role=role)
    session.add(user)
    session.flush()
    return user


def replace_password_hash(session: orm.Session, user_id: int, password_hash: str) -> None:
    """Store a password's hash under newer parameters."""
    session.execute(update(User).where(User.id == user_id).values(password_hash=password_hash))


def change_role(session: orm.Session, user_id: int, role: Role) -> None:
    """Let an account do more, or less, from now on."""
    session.execute(update(User).where(User.id == user_id).values(role=role))


def add_session(session: orm.Session, user_id: int, token_hash: str, expires_at: datetime) -> None:
    """Store a sign-in, and drop this user's expired ones."""
    session.execute(delete(Session).where(Session.user_id == user_id, Session.expires_at <= now()))
    session.add(Session(user_id=user_id, token_hash=token_hash, expires_at=expires_at))


def delete_session(session: orm.Session, token_hash: str) -> None:
    """Forget a sign-in, if there is one."""
    session.execute(delete(Session).where(Session.token_hash == token_hash))


def find_account_by_session(session: orm.Session, token_hash: str) -> Account | None:
    """Whose sign-in this is, unless it has expired."""
    statement = (
        select(User.id, User.name, User.role)
        .join(Session, Session.user_id == User.id)
        .where(Session.token_hash == token_hash, Session.expires_at > now(), User.disabled_at.is_(None))
    )
    return _to_account(session.execute(statement).one_or_none())


def add_api_token(session: orm.Session, user_id: int, token_hash: str, label: str) -> None:
    """Store an API token."""
    session.add(ApiToken(user_id=user_id, token_hash=token_hash, label=label))


def find_account_by_api_token(session: orm.Session, token_hash: str) -> Account | None:
    """Whose API token this is."""
    statement = (
        select(User.id, User.name, User.role)
        .join(ApiToken, ApiToken.user_id == User.id)
        .where(ApiToken.token_hash == token_hash, User.disabled_at.is_(None))
    )
    return _to_account(session.execute(statement).one_or_none())


def _to_account(row: Row[int, str, Role] | None) -> Account | None:
    return None if row is None else Account(row[0], row[1], row[2])
