"""All SQL about betas; `app.db.privacy` decides who sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, exists, or_, select, update

from app.db.models import (
    AssignmentKata,
    BetaProblem,
    BetaTester,
    PrivateProblem,
    Problem,
    ProblemAuthor,
    ProblemVersion,
    Submission,
    User,
    now,
)
from app.db.statuses import Role
from app.domains.problems.repository import find_or_add_problem

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def is_used(session: Session, slug: str) -> bool:
    """Return whether anybody but authors and admins has submitted to a problem, or a course uses it."""
    authors = select(ProblemAuthor.user_id).where(ProblemAuthor.problem_id == Problem.id)
    admins = select(User.id).where(User.role == Role.ADMIN)
    strangers = (
        exists()
        .where(ProblemVersion.problem_id == Problem.id, Submission.problem_version_id == ProblemVersion.id)
        .where(Submission.user_id.not_in(authors), Submission.user_id.not_in(admins))
    )
    courses = (exists().where(table.problem_id == Problem.id) for table in (AssignmentKata, PrivateProblem))
    return session.scalar(select(Problem.id).where(Problem.slug == slug, or_(strangers, *courses))) is not None


def begin(session: Session, slug: str) -> bool:
    """Put a problem in beta; returns False if it already was."""
    problem = find_or_add_problem(session, slug)
    row = session.get(BetaProblem, problem.id)
    if row is None:
        session.add(BetaProblem(problem_id=problem.id))
        return True
    was_over, row.released_at = row.released_at is not None, None
    return was_over


def release(session: Session, slug: str) -> bool:
    """End a problem's beta; returns whether it was in beta."""
    open_betas = (
        BetaProblem.problem_id.in_(select(Problem.id).where(Problem.slug == slug)),
        BetaProblem.released_at.is_(None),
    )
    statement = update(BetaProblem).where(*open_betas).values(released_at=now()).returning(BetaProblem.problem_id)
    return session.scalar(statement) is not None


def is_tester(session: Session, user_id: int) -> bool:
    """Return whether a user volunteers to try problems in beta."""
    return session.get(BetaTester, user_id) is not None


def set_tester(session: Session, user_id: int, *, volunteers: bool) -> None:
    """Store whether a user volunteers."""
    if volunteers:
        session.merge(BetaTester(user_id=user_id))
    else:
        session.execute(delete(BetaTester).where(BetaTester.user_id == user_id))
