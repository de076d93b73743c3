"""All SQL about rates counted in the database, for all servers together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import case, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from app.db.models import Tries
from app.domains.limits.rate import read_clock_ms

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.limits.rate import Rate

EXPIRED_ROWS_A_CALL: Final = 100
"""Maximum number of expired rows deleted per call."""


def count_try(session: Session, key: str, rate: Rate) -> int | None:
    """Count a try of `key` and return None; if it is refused, count nothing and return the seconds to wait.

    It is one statement, so that no concurrent try is missed. It also deletes expired rows.
    """
    moment_ms = read_clock_ms()
    over = select(Tries.key).where(Tries.ends_ms <= moment_ms, Tries.key != key).limit(EXPIRED_ROWS_A_CALL)
    session.execute(
        delete(Tries).where(Tries.key.in_(over.with_for_update(skip_locked=True))),
        execution_options={"synchronize_session": False},
    )
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    ends = case((Tries.ends_ms > moment_ms, Tries.ends_ms), else_=moment_ms) + rate.pace_ms
    allowed = ends <= moment_ms + rate.window_ms
    statement = (
        insert(Tries)
        .values(key=key, ends_ms=moment_ms + rate.pace_ms)
        .on_conflict_do_update(index_elements=[Tries.key], set_={"ends_ms": ends}, where=allowed)
        .returning(Tries.ends_ms)
    )
    if session.execute(statement).first() is not None:
        return None
    return rate.find_wait_s(find_end(session, key), moment_ms)


def find_end(session: Session, key: str) -> int:
    """Return when all tries of `key` expire, in milliseconds since 1970; 0 if there are none."""
    return session.scalars(select(Tries.ends_ms).where(Tries.key == key)).one_or_none() or 0


def remember(session: Session, key: str, ends_ms: int) -> None:
    """Store a key until `ends_ms`, in milliseconds since 1970."""
    session.add(Tries(key=key, ends_ms=ends_ms))


def take_back(session: Session, key: str, rate: Rate) -> None:
    """Uncount one try of a key."""
    session.execute(
        update(Tries).where(Tries.key == key).values(ends_ms=Tries.ends_ms - rate.pace_ms),
        execution_options={"synchronize_session": False},
    )


def forget(session: Session, key: str) -> None:
    """Uncount all tries of a key."""
    session.execute(delete(Tries).where(Tries.key == key), execution_options={"synchronize_session": False})
