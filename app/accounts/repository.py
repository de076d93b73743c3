"""All SQL about accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from app.db.models import ApiToken, Session, User, now

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncSession

    from app.db.statuses import Role


async def find_user(session: AsyncSession, name_key: str) -> User | None:
    """Return the account with this name, in whatever capitals."""
    user: User | None = await session.scalar(select(User).where(User.name_key == name_key))
    return user


async def add_user(session: AsyncSession, *, name: str, name_key: str, password_hash: str, role: Role) -> User:
    """Store an account; raises `sqlalchemy.exc.IntegrityError` when the name is taken."""
    user = User(name=name, name_key=name_key, password_hash=password_hash, role=role)
    session.add(user)
    await session.flush()
    return user


async def replace_password_hash(session: AsyncSession, user_id: int, password_hash: str) -> None:
    """Store a password's hash under newer parameters."""
    await session.execute(update(User).where(User.id == user_id).values(password_hash=password_hash))


async def add_session(session: AsyncSession, user_id: int, token_hash: str, expires_at: datetime) -> None:
    """Store a sign-in, and drop this user's expired ones."""
    await session.execute(delete(Session).where(Session.user_id == user_id, Session.expires_at <= now()))
    session.add(Session(user_id=user_id, token_hash=token_hash, expires_at=expires_at))


async def delete_session(session: AsyncSession, token_hash: str) -> None:
    """Forget a sign-in, if there is one."""
    await session.execute(delete(Session).where(Session.token_hash == token_hash))


async def find_user_by_session(session: AsyncSession, token_hash: str) -> User | None:
    """Whose sign-in this is, unless it has expired."""
    statement = (select(User).join(Session, Session.user_id == User.id).where(Session.token_hash == token_hash)).where(
        Session.expires_at > now()
    )
    user: User | None = await session.scalar(statement)
    return user


async def add_api_token(session: AsyncSession, user_id: int, token_hash: str, label: str) -> None:
    """Store an API token."""
    session.add(ApiToken(user_id=user_id, token_hash=token_hash, label=label))


async def find_user_by_api_token(session: AsyncSession, token_hash: str) -> User | None:
    """Whose API token this is."""
    statement = select(User).join(ApiToken, ApiToken.user_id == User.id).where(ApiToken.token_hash == token_hash)
    user: User | None = await session.scalar(statement)
    return user
