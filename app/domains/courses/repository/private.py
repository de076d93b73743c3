"""All SQL about problems that are private to courses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select

from app.db.models import (
    Assignment,
    AssignmentKata,
    CourseStaff,
    PrivateProblem,
    Problem,
    ProblemAuthor,
    ProblemVersion,
    Student,
    Submission,
    User,
)
from app.db.privacy import list_betas
from app.db.statuses import Role, SharingRole

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True)
class ProblemOwners:
    """A problem, who may change it, the courses to which it is private, and whether it is in beta."""

    id: int
    slug: str
    authors: frozenset[int]
    courses: frozenset[int]
    beta: bool


def find_owners(session: Session, slug: str) -> ProblemOwners | None:
    """Return a problem's authors, and the courses to which it is private."""
    row = session.scalar(select(Problem.id).where(Problem.slug == slug))
    if row is None:
        return None
    authors = session.scalars(
        select(ProblemAuthor.user_id).where(ProblemAuthor.problem_id == row, ProblemAuthor.role == SharingRole.EDIT)
    )
    courses = session.scalars(select(PrivateProblem.course_id).where(PrivateProblem.problem_id == row))
    return ProblemOwners(row, slug, frozenset(authors), frozenset(courses), row in list_betas(session))


def list_slugs(session: Session, course_id: int) -> list[str]:
    """Return the slugs of the problems that are private to a course."""
    statement = (
        select(Problem.slug)
        .join(PrivateProblem, PrivateProblem.problem_id == Problem.id)
        .where(PrivateProblem.course_id == course_id)
        .order_by(Problem.slug)
    )
    return list(session.scalars(statement))


def add(session: Session, problem_id: int, course_id: int) -> None:
    """Make a problem private to a course."""
    session.add(PrivateProblem(problem_id=problem_id, course_id=course_id))
    session.flush()


def remove(session: Session, problem_id: int, course_id: int) -> None:
    """Remove a problem from those private to a course."""
    session.execute(
        delete(PrivateProblem).where(PrivateProblem.problem_id == problem_id, PrivateProblem.course_id == course_id)
    )


def count_strangers(session: Session, problem_id: int, course_id: int) -> int:
    """Return how many people outside the course, other than authors and admins, have submitted to a problem."""
    staff = select(CourseStaff.user_id).where(CourseStaff.course_id == course_id)
    students = select(Student.user_id).where(
        Student.course_id == course_id, Student.user_id.is_not(None), Student.joined_at.is_not(None)
    )
    authors = select(ProblemAuthor.user_id).where(ProblemAuthor.problem_id == problem_id)
    admins = select(User.id).where(User.role == Role.ADMIN)
    versions = select(ProblemVersion.id).where(ProblemVersion.problem_id == problem_id)
    statement = select(func.count(Submission.user_id.distinct())).where(
        Submission.problem_version_id.in_(versions),
        *(Submission.user_id.not_in(known) for known in (staff, students, authors, admins)),
    )
    return session.scalar(statement) or 0


def list_using_courses(session: Session, problem_id: int) -> set[int]:
    """Return the courses that have a problem in one of their assignments."""
    statement = (
        select(Assignment.course_id)
        .join(AssignmentKata, AssignmentKata.assignment_id == Assignment.id)
        .where(AssignmentKata.problem_id == problem_id)
        .distinct()
    )
    return set(session.scalars(statement))
