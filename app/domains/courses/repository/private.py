"""All SQL about problems that are private to courses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select

from app.db.models import (
    Assignment,
    AssignmentKata,
    Course,
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
from app.domains.courses.repository.exams import DUE_LAST, EXTRA_MINUTES, OPENS_LAST, ZONES

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session


@dataclass(frozen=True)
class ProblemOwners:
    """A problem, who may change it, the courses to which it is private, and whether it is in beta."""

    id: int
    slug: str
    authors: frozenset[int]
    courses: frozenset[int]
    beta: bool


@dataclass(frozen=True)
class PlacedProblem:
    """A private problem in an assignment of a course that a student attends; `course` is its public id.

    `is_open`: the assignment is open to every student, or over if it is an exam. Where it isn't, it may still be for
    this one.
    """

    problem_id: int
    course: str
    student_id: int
    is_open: bool


def list_placed(session: Session, user_id: int, wall: datetime) -> list[PlacedProblem]:
    """Return where the private problems of a student's courses are used, without those the student has worked on.

    `wall`: the current time, in UTC but without a time zone.
    """
    worked_on = (
        select(ProblemVersion.problem_id)
        .join(Submission, Submission.problem_version_id == ProblemVersion.id)
        .where(Submission.user_id == user_id)
    )
    statement = (
        select(
            AssignmentKata.problem_id,
            Course.public_id,
            Student.id,
            Assignment.is_draft,
            Assignment.minutes,
            EXTRA_MINUTES,
            Assignment.opens_at,
            OPENS_LAST,
            Assignment.due_at,
            DUE_LAST,
        )
        .join(Assignment, Assignment.id == AssignmentKata.assignment_id)
        .join(Course, Course.id == Assignment.course_id)
        .join(Student, Student.course_id == Course.id)
        .where(
            Student.user_id == user_id,
            Student.joined_at.is_not(None),
            Student.removed_at.is_(None),
            AssignmentKata.problem_id.in_(select(PrivateProblem.problem_id)),
            AssignmentKata.problem_id.not_in(worked_on),
        )
    )
    found = []
    for problem, course, student, draft, minutes, extra, *dates in session.execute(statement):
        walls = [one for one in (dates[:2] if minutes is None else dates) if one is not None]
        is_open = not draft and max(walls) + timedelta(minutes=extra or 0) + ZONES < wall
        found.append(PlacedProblem(problem, course, student, is_open))
    return found


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
