"""All SQL about shared programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select

from app.db.models import SharedProgram

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.domains.runs.schemas import RunView


def find_by_run(session: Session, user_id: int, run_id: str) -> str | None:
    """Return the token under which this user shares a run, or None."""
    statement = select(SharedProgram.token).where(SharedProgram.user_id == user_id, SharedProgram.run_id == run_id)
    return session.scalar(statement)


def count_programs(session: Session, user_id: int) -> int:
    """Return the number of programs that this user shares."""
    statement = select(func.count()).where(SharedProgram.user_id == user_id)
    return session.execute(statement).scalar_one()


def add_program(session: Session, user_id: int, run: RunView, token: str) -> None:
    """Share a run that has ended."""
    report = {} if run.report is None else run.report.model_dump(mode="json")
    session.add(SharedProgram(token=token, user_id=user_id, run_id=run.id, source=run.source, report=report))


def find_program(session: Session, token: str) -> SharedProgram | None:
    """Return the program shared under a token."""
    return session.scalar(select(SharedProgram).where(SharedProgram.token == token))


def list_programs(session: Session, user_id: int) -> Sequence[tuple[str, str, datetime]]:
    """Return token, source and moment of this user's shared programs, newest first."""
    statement = (
        select(SharedProgram.token, SharedProgram.source, SharedProgram.created_at)
        .where(SharedProgram.user_id == user_id)
        .order_by(SharedProgram.id.desc())
    )
    return [(token, source, at) for token, source, at in session.execute(statement)]


def delete_program(session: Session, token: str) -> None:
    """Delete a shared program."""
    session.execute(delete(SharedProgram).where(SharedProgram.token == token))
