"""All SQL about sign-ins, second factors, and accounts at a provider."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import CursorResult, bindparam, delete, func, select, update

from app.db.models import Identity, RecoveryCode, SecondFactor, Session, User, now
from app.domains.accounts.schemas import Account, KnownSession, SignInView

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Update, orm
    from sqlalchemy.sql.dml import Delete


MAX_SESSIONS: Final = 100
"""Maximum number of an account's sessions."""


def change(session: orm.Session, statement: Update | Delete) -> bool:
    """Run a statement and return whether it changed a row: of two concurrent calls, only one does."""
    result = session.execute(statement, execution_options={"synchronize_session": False})
    return isinstance(result, CursorResult) and result.rowcount > 0


def add_session(
    session: orm.Session, user_id: int, token_hash: str, expires_at: datetime, *, browser: str, network: str
) -> None:
    """Store a session, and delete this user's expired ones, and beyond `MAX_SESSIONS` those used longest ago."""
    session.execute(delete(Session).where(Session.user_id == user_id, Session.expires_at <= now()))
    last = select(Session.id).where(Session.user_id == user_id).order_by(Session.seen_at.desc()).limit(MAX_SESSIONS - 1)
    session.execute(delete(Session).where(Session.user_id == user_id, Session.id.not_in(last)))
    session.add(
        Session(user_id=user_id, token_hash=token_hash, expires_at=expires_at, browser=browser, network=network)
    )


def delete_session(session: orm.Session, token_hash: str) -> None:
    """Delete a session, if it exists."""
    session.execute(delete(Session).where(Session.token_hash == token_hash))


def delete_sessions(session: orm.Session, user_id: int, *, public_id: str | None = None) -> None:
    """Delete all of an account's sessions, or only the one with this public id."""
    statement = delete(Session).where(Session.user_id == user_id)
    if public_id is not None:
        statement = statement.where(Session.public_id == public_id)
    session.execute(statement)


_FIND_SESSION: Final = (
    select(User.id, User.name, User.role, Session.created_at, Session.seen_at)
    .join(Session, Session.user_id == User.id)
    .where(
        Session.token_hash == bindparam("token_hash"),
        Session.expires_at > bindparam("moment"),
        User.disabled_at.is_(None),
    )
)
"""Built once, because every request runs it: 0.04 ms of CPU time, instead of 0.29 ms when built each time."""


def find_session(session: orm.Session, token_hash: str) -> KnownSession | None:
    """Return a session's account, start and last use; None if it has expired."""
    row = session.connection().execute(_FIND_SESSION, {"token_hash": token_hash, "moment": now()}).one_or_none()
    if row is None:
        return None
    user_id, name, role, created_at, seen_at = row
    return KnownSession(Account(user_id, name, role, signed_in_at=created_at), created_at, seen_at)


def note_use(session: orm.Session, token_hash: str) -> None:
    """Record that a session is in use."""
    session.execute(update(Session).where(Session.token_hash == token_hash).values(seen_at=now()))


def list_sessions(session: orm.Session, user_id: int, current: str) -> list[SignInView]:
    """Return an account's sessions, the last used first; `current` is the hash of the requesting token."""
    statement = (
        select(Session).where(Session.user_id == user_id, Session.expires_at > now()).order_by(Session.seen_at.desc())
    )
    return [
        SignInView(one.public_id, one.browser, one.network, one.created_at, one.seen_at, one.token_hash == current)
        for one in session.scalars(statement)
    ]


def find_factor(session: orm.Session, user_id: int) -> SecondFactor | None:
    """Return an account's second factor, enabled or still being set up."""
    return session.get(SecondFactor, user_id)


def begin_factor(session: orm.Session, user_id: int, secret: str) -> None:
    """Store the secret of a second factor that isn't enabled yet, replacing an earlier one."""
    session.merge(SecondFactor(user_id=user_id, secret=secret, last_step=0, enabled_at=None))


def enable_factor(session: orm.Session, user_id: int) -> None:
    """Enable an account's second factor."""
    session.execute(update(SecondFactor).where(SecondFactor.user_id == user_id).values(enabled_at=now()))


def use_step(session: orm.Session, user_id: int, step: int) -> bool:
    """Record the time step of a code; returns whether it is later than all before, which makes the code valid."""
    mine = (SecondFactor.user_id == user_id, SecondFactor.last_step < step)
    return change(session, update(SecondFactor).where(*mine).values(last_step=step))


def delete_factor(session: orm.Session, user_id: int) -> bool:
    """Delete an account's second factor and its recovery codes; returns whether there was one."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    return change(session, delete(SecondFactor).where(SecondFactor.user_id == user_id))


def replace_codes(session: orm.Session, user_id: int, hashes: list[str]) -> None:
    """Store recovery codes, replacing earlier ones."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    session.add_all([RecoveryCode(user_id=user_id, code_hash=one) for one in hashes])


def use_code(session: orm.Session, user_id: int, code_hash: str) -> bool:
    """Delete a recovery code; returns whether it existed."""
    return change(
        session, delete(RecoveryCode).where(RecoveryCode.user_id == user_id, RecoveryCode.code_hash == code_hash)
    )


def count_codes(session: orm.Session, user_id: int) -> int:
    """Return the number of recovery codes left."""
    statement = select(func.count()).select_from(RecoveryCode).where(RecoveryCode.user_id == user_id)
    return session.scalar(statement) or 0


def find_account_by_identity(session: orm.Session, issuer: str, subject: str) -> Account | None:
    """Return the account linked to a provider's `subject`."""
    statement = (
        select(User.id, User.name, User.role)
        .join(Identity, Identity.user_id == User.id)
        .where(Identity.issuer == issuer, Identity.subject == subject)
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else Account(row[0], row[1], row[2])


def add_identity(session: orm.Session, user_id: int, issuer: str, subject: str) -> None:
    """Link a provider's `subject`; raises `sqlalchemy.exc.IntegrityError` if it is already linked."""
    session.add(Identity(user_id=user_id, issuer=issuer, subject=subject))
    session.flush()


def delete_identities(session: orm.Session, user_id: int, issuer: str) -> None:
    """Unlink an account from the provider."""
    session.execute(delete(Identity).where(Identity.user_id == user_id, Identity.issuer == issuer))


def is_linked(session: orm.Session, user_id: int, issuer: str) -> bool:
    """Return whether an account is linked to a provider."""
    statement = select(Identity.id).where(Identity.user_id == user_id, Identity.issuer == issuer).limit(1)
    return session.scalar(statement) is not None
