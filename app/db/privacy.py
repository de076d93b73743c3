"""Problems that are private to a course, and who may know of them.

The students and the staff of the course may, the problem's authors, and admins. For everybody else it is as if there
were no such problem. What is asked of the catalogue is asked on behalf of a reader; what reads tables itself, where
others' submissions, solutions or questions would tell of a problem, asks here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sqlalchemy import or_, select, true, union

from app.db.models import CourseStaff, PrivateProblem, Problem, ProblemAuthor, Student
from app.db.statuses import Role

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, CompoundSelect
    from sqlalchemy.orm import Session


class Viewer(Protocol):
    """Somebody who is signed in."""

    @property
    def id(self) -> int:
        """Their account."""

    @property
    def role(self) -> Role:
        """Their role."""


def may_see(reader: Viewer | None) -> ColumnElement[bool]:
    """Return the condition for rows of `Problem` of which somebody may know; None: a guest."""
    if reader is not None and reader.role is Role.ADMIN:
        return true()
    public = Problem.id.not_in(select(PrivateProblem.problem_id))
    return public if reader is None else or_(public, Problem.id.in_(_select_own(reader.id)))


def is_seen(session: Session, problem_id: int, reader: Viewer | None) -> bool:
    """Whether somebody may know of a problem."""
    return session.scalar(select(Problem.id).where(Problem.id == problem_id, may_see(reader))) is not None


def list_private(session: Session) -> set[int]:
    """Return the problems that are private to a course."""
    return set(session.scalars(select(PrivateProblem.problem_id)))


def list_own(session: Session, user_id: int) -> set[int]:
    """Return the private problems of which an account may know, by its courses and as an author."""
    return set(session.scalars(_select_own(user_id)))


def _select_own(user_id: int) -> CompoundSelect[int]:
    attends = (Student.user_id == user_id) & Student.joined_at.is_not(None) & Student.removed_at.is_(None)
    return union(
        select(PrivateProblem.problem_id)
        .join(CourseStaff, CourseStaff.course_id == PrivateProblem.course_id)
        .where(CourseStaff.user_id == user_id),
        select(PrivateProblem.problem_id).join(Student, Student.course_id == PrivateProblem.course_id).where(attends),
        select(ProblemAuthor.problem_id).where(ProblemAuthor.user_id == user_id),
    )
