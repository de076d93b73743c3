"""Non-public problems, and who may know of them.

A problem may be private to a course, whose students and staff may know of it, or in beta, for volunteers only. Its
authors and admins always know of it; for everybody else it doesn't exist. A problem that waits in a draft or an exam
doesn't exist for the course's students either, until that opens: the domain of courses knows which do, and gives the
database a function that finds them (`Database.use_unopened`). The catalogue is always queried on behalf of a reader.
Code that reads other people's submissions, solutions or questions directly must check here, because they would reveal
the problem.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

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
from app.db.notes import look_up
from app.db.statuses import Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import ColumnElement, CompoundSelect, Select
    from sqlalchemy.orm import Session

FINDER: Final = "find_unopened"


class Viewer(Protocol):
    """A signed-in user."""

    @property
    def id(self) -> int:
        """The id of the account."""

    @property
    def role(self) -> Role:
        """The role of the account."""


def may_see(session: Session, reader: Viewer | None) -> ColumnElement[bool]:
    """Return the condition for rows of `Problem` that the reader may know of; None means a guest."""
    if reader is not None and reader.role is Role.ADMIN:
        return true()
    public = Problem.id.not_in(_select_private())
    return public if reader is None else or_(public, Problem.id.in_(_select_own(session, reader.id)))


def is_seen(session: Session, problem_id: int, reader: Viewer | None) -> bool:
    """Return whether the reader may know of a problem."""

    def find() -> bool:
        return session.scalar(select(Problem.id).where(Problem.id == problem_id, may_see(session, reader))) is not None

    return look_up(session, ("seen", problem_id, None if reader is None else reader.id), find)


def is_private() -> ColumnElement[bool]:
    """Return the condition for rows of `Problem` that aren't public."""
    return Problem.id.in_(_select_private())


def list_betas(session: Session) -> set[int]:
    """Return the ids of the problems that are in beta."""
    return set(session.scalars(_select_betas()))


def is_beta() -> ColumnElement[bool]:
    """Return the condition for rows of `Problem` that are in beta."""
    return Problem.id.in_(_select_betas())


def in_beta(*, over: bool = False) -> ColumnElement[bool]:
    """Return the condition for submissions that were made while their problem was in beta.

    They don't count for rankings or progress. `over`: only if that beta has ended, so they no longer solve the problem.
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
    """Return the non-public problems that an account may know of: by its courses, as a volunteer, or as an author."""
    return look_up(session, ("own", user_id), lambda: set(session.scalars(_select_own(session, user_id))))


def _select_betas() -> Select[int]:
    return select(BetaProblem.problem_id).where(BetaProblem.released_at.is_(None))


def _select_private() -> CompoundSelect[int]:
    return union(select(PrivateProblem.problem_id), _select_betas())


def _list_unopened(session: Session, user_id: int) -> set[int]:
    """Return the private problems that none of a student's courses has opened yet."""
    find: Callable[[Session, int], set[int]] | None = session.info.get(FINDER)
    return set() if find is None else look_up(session, (FINDER, user_id), partial(find, session, user_id))


def _select_own(session: Session, user_id: int) -> CompoundSelect[int]:
    attends = (Student.user_id == user_id) & Student.joined_at.is_not(None) & Student.removed_at.is_(None)
    opened = PrivateProblem.problem_id.not_in(_list_unopened(session, user_id))
    return union(
        select(PrivateProblem.problem_id)
        .join(CourseStaff, CourseStaff.course_id == PrivateProblem.course_id)
        .where(CourseStaff.user_id == user_id),
        select(PrivateProblem.problem_id)
        .join(Student, Student.course_id == PrivateProblem.course_id)
        .where(attends, opened),
        _select_betas().where(exists().where(BetaTester.user_id == user_id)),
        select(ProblemAuthor.problem_id).where(ProblemAuthor.user_id == user_id),
    )
