"""Problems that aren't everybody's, and who may know of them.

A problem is private to a course, or in beta. The students and the staff of the course may know of the one, volunteers
of the other; of both, the problem's authors and admins. For everybody else it is as if there were no such problem. What
is asked of the catalogue is asked on behalf of a reader; what reads tables itself, where others' submissions, solutions
or questions would tell of a problem, asks here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sqlalchemy import exists, or_, select, true, union
from sqlalchemy.orm import aliased

from app.db.models import (
    BetaProblem,
    BetaTester,
    CourseStaff,
    PrivateProblem,
    Problem,
    ProblemAuthor,
    ProblemVersion,
    Student,
    Submission,
)
from app.db.statuses import Role

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, CompoundSelect, Select
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
    public = Problem.id.not_in(_select_private())
    return public if reader is None else or_(public, Problem.id.in_(_select_own(reader.id)))


def is_seen(session: Session, problem_id: int, reader: Viewer | None) -> bool:
    """Whether somebody may know of a problem."""
    return session.scalar(select(Problem.id).where(Problem.id == problem_id, may_see(reader))) is not None


def list_private(session: Session) -> set[int]:
    """Return the problems that aren't everybody's."""
    return set(session.scalars(_select_private()))


def list_betas(session: Session) -> set[int]:
    """Return those of them that are in beta."""
    return set(session.scalars(_select_betas()))


def in_beta(*, over: bool = False) -> ColumnElement[bool]:
    """Return the condition for submissions that were made while their problem was in beta.

    They count for no ranking and no progress. `over`: only those whose beta is over, which solve nothing any more.
    """
    version = aliased(ProblemVersion)
    ended = Submission.created_at < BetaProblem.released_at
    return (
        select(BetaProblem.problem_id)
        .join(version, version.problem_id == BetaProblem.problem_id)
        .where(
            version.id == Submission.problem_version_id,
            ended if over else or_(BetaProblem.released_at.is_(None), ended),
        )
        .correlate(Submission)
        .exists()
    )


def list_own(session: Session, user_id: int) -> set[int]:
    """Return the private problems of which an account may know: by its courses, as a volunteer, and as an author."""
    return set(session.scalars(_select_own(user_id)))


def _select_betas() -> Select[int]:
    return select(BetaProblem.problem_id).where(BetaProblem.released_at.is_(None))


def _select_private() -> CompoundSelect[int]:
    return union(select(PrivateProblem.problem_id), _select_betas())


def _select_own(user_id: int) -> CompoundSelect[int]:
    attends = (Student.user_id == user_id) & Student.joined_at.is_not(None) & Student.removed_at.is_(None)
    return union(
        select(PrivateProblem.problem_id)
        .join(CourseStaff, CourseStaff.course_id == PrivateProblem.course_id)
        .where(CourseStaff.user_id == user_id),
        select(PrivateProblem.problem_id).join(Student, Student.course_id == PrivateProblem.course_id).where(attends),
        _select_betas().where(exists().where(BetaTester.user_id == user_id)),
        select(ProblemAuthor.problem_id).where(ProblemAuthor.user_id == user_id),
    )
