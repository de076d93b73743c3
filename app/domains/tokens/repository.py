"""All SQL about API tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import bindparam, delete, func, or_, select, update

from app.db.models import ApiToken, DeviceGrant, User, now
from app.domains.accounts.schemas import Account
from app.domains.accounts.scopes import Scope, join_scopes, split_scopes
from app.domains.tokens.schemas import KnownToken, TokenView

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy.orm import Session


EXPIRED_A_CALL: Final = 100
"""Maximum number of expired devices deleted per call."""
_IN_THE_DATABASE: Final = {"synchronize_session": False}


def add_token(
    session: Session,
    user_id: int,
    token_hash: str,
    label: str,
    scopes: Collection[Scope] | None,
    expires_at: datetime | None,
) -> None:
    """Store a token."""
    stored = None if scopes is None else join_scopes(scopes)
    session.add(ApiToken(user_id=user_id, token_hash=token_hash, label=label, scopes=stored, expires_at=expires_at))


def count_tokens(session: Session, user_id: int) -> int:
    """Return the number of a user's tokens that haven't expired, and of those that allowed programs may claim."""
    moment = now()
    tokens = select(func.count()).where(
        ApiToken.user_id == user_id, or_(ApiToken.expires_at.is_(None), ApiToken.expires_at > moment)
    )
    grants = select(func.count()).where(DeviceGrant.user_id == user_id, DeviceGrant.expires_at > moment)
    return session.execute(tokens).scalar_one() + session.execute(grants).scalar_one()


_FIND_TOKEN: Final = (
    select(ApiToken.id, ApiToken.scopes, ApiToken.last_used_at, User.id, User.name, User.role)
    .join(User, User.id == ApiToken.user_id)
    .where(
        ApiToken.token_hash == bindparam("token_hash"),
        or_(ApiToken.expires_at.is_(None), ApiToken.expires_at > bindparam("moment")),
        User.disabled_at.is_(None),
    )
)
"""Built once, because every request runs it: 0.04 ms of CPU time, instead of 0.29 ms when built each time."""


def find_token(session: Session, token_hash: str) -> KnownToken | None:
    """Return the token with this hash, unless it has expired or its account is disabled."""
    row = session.connection().execute(_FIND_TOKEN, {"token_hash": token_hash, "moment": now()}).one_or_none()
    if row is None:
        return None
    token_id, scopes, last_used_at, user_id, name, role = row
    account = Account(user_id, name, role, scopes=None if scopes is None else split_scopes(scopes))
    return KnownToken(token_id, account, last_used_at)


def note_use(session: Session, token_id: int, moment: datetime) -> None:
    """Record when a token was last used."""
    session.execute(update(ApiToken).where(ApiToken.id == token_id).values(last_used_at=moment))


def list_tokens(session: Session, user_id: int) -> list[TokenView]:
    """Return a user's tokens, newest first."""
    moment = now()
    rows = session.scalars(select(ApiToken).where(ApiToken.user_id == user_id).order_by(ApiToken.id.desc()))
    return [
        TokenView(
            id=row.id,
            label=row.label,
            scopes=None if row.scopes is None else [one for one in Scope if one in split_scopes(row.scopes)],
            created_at=row.created_at,
            last_used_at=row.last_used_at,
            expires_at=row.expires_at,
            is_expired=row.expires_at is not None and row.expires_at <= moment,
        )
        for row in rows
    ]


def delete_token(session: Session, user_id: int, token_id: int) -> bool:
    """Delete a user's token; returns whether it existed."""
    statement = delete(ApiToken).where(ApiToken.user_id == user_id, ApiToken.id == token_id)
    return session.execute(statement.returning(ApiToken.id)).first() is not None


def delete_by_hash(session: Session, token_hash: str) -> None:
    """Delete the token with this hash, if it exists."""
    session.execute(delete(ApiToken).where(ApiToken.token_hash == token_hash))


def add_grant(
    session: Session, *, device_hash: str, user_code: str, label: str, scopes: str, ends: datetime, most: int
) -> None:
    """Store a device that waits for authorisation; delete expired ones, and those before the last `most`.

    They all wait equally long, so the oldest expire first; few rows are read, however many wait.
    """
    oldest = select(DeviceGrant.id, DeviceGrant.expires_at).order_by(DeviceGrant.id).limit(EXPIRED_A_CALL).subquery()
    expired = select(oldest.c.id).where(oldest.c.expires_at <= now())
    session.execute(delete(DeviceGrant).where(DeviceGrant.id.in_(expired)), execution_options=_IN_THE_DATABASE)
    grant = DeviceGrant(device_hash=device_hash, user_code=user_code, label=label, scopes=scopes, expires_at=ends)
    session.add(grant)
    session.flush()
    session.execute(delete(DeviceGrant).where(DeviceGrant.id <= grant.id - most), execution_options=_IN_THE_DATABASE)


def find_grant(session: Session, user_code: str) -> DeviceGrant | None:
    """Return the undecided device that shows this code, locked: a concurrent caller waits."""
    statement = select(DeviceGrant).where(
        DeviceGrant.user_code == user_code,
        DeviceGrant.expires_at > now(),
        DeviceGrant.user_id.is_(None),
        DeviceGrant.denied.is_(False),
    )
    return session.scalars(statement.with_for_update()).one_or_none()


def find_grant_by_device(session: Session, device_hash: str) -> DeviceGrant | None:
    """Return the device with this secret, locked: a concurrent caller waits."""
    statement = select(DeviceGrant).where(DeviceGrant.device_hash == device_hash, DeviceGrant.expires_at > now())
    return session.scalars(statement.with_for_update()).one_or_none()
