"""Katas that are private to courses, and the rules for making one private.

Who may see them is decided in `app.db.privacy`. A problem written here can be made private to a course by one of its
authors who may also edit the course's content. It can be private to several courses, such as those of two terms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.statuses import Right, Role
from app.domains.audit.log import Action, record
from app.domains.courses.errors import CourseThingNotFoundError
from app.domains.courses.repository import private as repository
from app.domains.courses.schemas import PrivateKata
from app.kit.errors import ConflictError, ForbiddenError, ProblemNotFoundError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.courses.repository.private import ProblemOwners
    from app.domains.courses.schemas import Access
    from app.domains.problems.catalogue import Catalogue


class PrivateKataService:
    """Lists, adds and removes the katas that are private to a course."""

    def __init__(self, database: Database, catalogue: Catalogue) -> None:
        self._database = database
        self._catalogue = catalogue

    async def list_katas(self, access: Access) -> list[PrivateKata]:
        """Return the katas that are private to a course, for staff who may see its content."""
        access.require(content=Right.VIEW)
        versions = await self._catalogue.list_all_versions()
        slugs = await self._database.read(lambda session: repository.list_slugs(session, access.course.id))
        return [
            PrivateKata(problem=one, name=versions[one].name if one in versions else one, published=one in versions)
            for one in slugs
        ]

    async def add(self, access: Access, slug: str) -> None:
        """Make a problem private to the course; for its authors, who may also edit the course's content.

        Raises `ProblemNotFoundError`, `ForbiddenError` for others, and `ConflictError` if somebody outside the course
        has worked on it, or another course uses it.
        """
        access.require(content=Right.EDIT)

        def store(session: Session) -> None:
            problem = _find_own(session, access.user, slug, access.course.id)
            if access.course.id in problem.courses:
                return
            if not problem.courses:
                _check_free(session, problem, access.course.id)
            repository.add(session, problem.id, access.course.id)
            record(session, Action.COURSE_KATA_ADDED, access.course.public_id, kata=slug)

        await self._database.write(store)
        self._catalogue.forget()

    async def remove(self, access: Access, slug: str) -> None:
        """Remove a private problem from the course, and make it public if no other course has it. Raises as `add`."""
        access.require(content=Right.EDIT)

        def store(session: Session) -> None:
            problem = _find_own(session, access.user, slug, access.course.id)
            if access.course.id not in problem.courses:
                raise CourseThingNotFoundError
            if len(problem.courses) > 1 and access.course.id in repository.list_using_courses(session, problem.id):
                raise ConflictError(_("This kata is in an assignment of this course: remove it there first."))
            repository.remove(session, problem.id, access.course.id)
            record(session, Action.COURSE_KATA_REMOVED, access.course.public_id, kata=slug)

        await self._database.write(store)
        self._catalogue.forget()


def bring_along(session: Session, user: Account, slugs: Sequence[str], course_id: int) -> list[str]:
    """Make problems that are private to other courses private to this one, too, where `user` may.

    Only their authors and admins may. Returns the slugs of the others.
    """
    left = []
    for slug in slugs:
        problem = repository.find_owners(session, slug)
        if problem is None or not problem.courses or course_id in problem.courses:
            continue
        if _is_own(user, problem):
            repository.add(session, problem.id, course_id)
        else:
            left.append(slug)
    return left


def _is_own(user: Account, problem: ProblemOwners) -> bool:
    return bool(problem.authors) and (user.id in problem.authors or user.role is Role.ADMIN)


def _find_own(session: Session, user: Account, slug: str, course_id: int) -> ProblemOwners:
    """Return one of the user's problems; raises the same error for an unknown problem as for a hidden one."""
    problem = repository.find_owners(session, slug)
    if problem is None or (problem.courses and course_id not in problem.courses and not _is_own(user, problem)):
        raise ProblemNotFoundError(slug)
    if not _is_own(user, problem):
        raise ForbiddenError(_("Only the authors of this problem can make it private or public."))
    return problem


def _check_free(session: Session, problem: ProblemOwners, course_id: int) -> None:
    """Raise `ConflictError` if a problem is in beta, or used outside the course: people would lose their work."""
    if problem.beta:
        raise ConflictError(_("This problem is in beta: release it first."))
    if repository.list_using_courses(session, problem.id) - {course_id}:
        raise ConflictError(_("This kata is in an assignment of another course. Copy the problem instead."))
    if repository.count_strangers(session, problem.id, course_id):
        raise ConflictError(_("People outside this course have already worked on this kata. Copy the problem instead."))
