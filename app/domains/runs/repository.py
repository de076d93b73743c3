"""All SQL about temporary runs."""

from __future__ import annotations

import base64
import secrets
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, func, or_, select

from app.db.models import Problem, ProblemVersion, Submission
from app.db.statuses import PENDING, Status
from grader.report import Mode

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

DELETED_AT_ONCE: Final = 500
"""Maximum number of rows deleted per transaction."""


def make_run_id() -> str:
    """Return an id with 128 random bits, which can't be guessed: knowing it gives access to a guest's run.

    It has 26 letters and digits, as any public id.
    """
    return base64.b32hexencode(secrets.token_bytes(16)).decode().rstrip("=").lower()


def count_guests_pending(session: Session) -> int:
    """Return the number of guests' runs that wait or run."""
    statement = select(func.count()).where(Submission.user_id.is_(None), Submission.status.in_(PENDING))
    return session.execute(statement).scalar_one()


def find_run(session: Session, run_id: str, user_id: int | None) -> tuple[Submission, str | None] | None:
    """Return a guest's run, or one of this user's, with its problem's slug, which is None for a program."""
    own = [] if user_id is None else [(Submission.user_id == user_id) & (Submission.mode == Mode.RUN)]
    statement = (
        select(Submission, Problem.slug)
        .outerjoin(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .outerjoin(Problem, Problem.id == ProblemVersion.problem_id)
        .where(Submission.public_id == run_id, or_(Submission.user_id.is_(None), *own))
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else (row[0], row[1])


def sweep(session: Session, before: datetime) -> int:
    """Delete guests' runs, and programs, made before a moment; returns how many.

    A run in progress is kept until it has ended. Its events and job are deleted with it.
    """
    unkept = or_(Submission.user_id.is_(None), Submission.problem_version_id.is_(None))
    over = (
        select(Submission.id)
        .where(unkept, Submission.created_at < before, Submission.status != Status.RUNNING)
        .order_by(Submission.id)
        .limit(DELETED_AT_ONCE)
    )
    return session.connection().execute(delete(Submission).where(Submission.id.in_(over.scalar_subquery()))).rowcount
