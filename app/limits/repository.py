"""All SQL about how often somebody tried something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import case, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from app.db.models import Tries

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

AT_ONCE: Final = 100
"""How many rows that mean nothing any more are deleted at a time."""


def count_try(session: Session, key: str, *, moment_ms: int, pace_ms: int, window_ms: int) -> int | None:
    """Count a try of `key`; returns None, or in how many milliseconds the next is free: then nothing is counted.

    One statement, so that of several at once none is missed. It may change rows of others: those that are over.
    """
    over = select(Tries.key).where(Tries.ends_ms <= moment_ms, Tries.key != key).limit(AT_ONCE)
    session.execute(
        delete(Tries).where(Tries.key.in_(over.with_for_update(skip_locked=True))),
        execution_options={"synchronize_session": False},
    )
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    ends = case((Tries.ends_ms > moment_ms, Tries.ends_ms), else_=moment_ms) + pace_ms
    statement = (
        insert(Tries)
        .values(key=key, ends_ms=moment_ms + pace_ms)
        .on_conflict_do_update(index_elements=[Tries.key], set_={"ends_ms": ends}, where=ends <= moment_ms + window_ms)
        .returning(Tries.ends_ms)
    )
    if session.execute(statement).first() is not None:
        return None
    ends_ms = session.scalars(select(Tries.ends_ms).where(Tries.key == key)).one()
    return max(1, ends_ms + pace_ms - window_ms - moment_ms)


def take_back(session: Session, key: str, pace_ms: int) -> None:
    """Uncount one try."""
    session.execute(
        update(Tries).where(Tries.key == key).values(ends_ms=Tries.ends_ms - pace_ms),
        execution_options={"synchronize_session": False},
    )


def forget(session: Session, key: str) -> None:
    """Uncount all tries."""
    session.execute(delete(Tries).where(Tries.key == key), execution_options={"synchronize_session": False})
