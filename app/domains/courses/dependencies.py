"""Dependencies of routes and pages for courses: the user's access, and the right that the route needs.

They run before validation, so its errors reveal nothing to somebody without the right. Services check again.
"""

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends

from app.db.statuses import Right
from app.domains.accounts.dependencies import CurrentUser
from app.domains.accounts.schemas import Account
from app.domains.courses.assignments import AssignmentService
from app.domains.courses.errors import CourseThingNotFoundError, MissingRightError
from app.domains.courses.exams import ExamService
from app.domains.courses.exchange import ExchangeService
from app.domains.courses.extensions import ExtensionService
from app.domains.courses.grade_notices import CourseWebhookService
from app.domains.courses.gradebook import GradeService
from app.domains.courses.private import PrivateKataService
from app.domains.courses.roster import RosterService
from app.domains.courses.schemas import Access
from app.domains.courses.service import CourseService, require_manager, require_teacher
from app.http.parts import provide

CoursesDep = Annotated[CourseService, provide("courses")]

RosterDep = Annotated[RosterService, provide("roster")]

AssignmentsDep = Annotated[AssignmentService, provide("assignments")]

ExtensionsDep = Annotated[ExtensionService, provide("extensions")]

GradesDep = Annotated[GradeService, provide("grades")]

ExamsDep = Annotated[ExamService, provide("exams")]

ExchangeDep = Annotated[ExchangeService, provide("exchange")]

PrivateKatasDep = Annotated[PrivateKataService, provide("private_katas")]

CourseWebhooksDep = Annotated[CourseWebhookService, provide("course_webhooks")]


async def find_access(course_id: str, user: CurrentUser, courses: CoursesDep) -> Access:
    """Return the user's access to the course; raises `CourseNotFoundError` unless they take part in it."""
    return await courses.find_access(user, course_id)


CourseAccess = Annotated[Access, Depends(find_access)]
"""The user's access to the route's course: 401 without an account, 404 for those who may not know of the course."""


def _allow(check: Callable[[Access], None]) -> object:
    """Return a dependency that provides the user's access unless `check` raises."""

    async def find_allowed(access: CourseAccess) -> Access:
        check(access)
        return access

    return Depends(find_allowed)


def _require_staff(access: Access) -> None:
    if not access.is_staff:
        raise MissingRightError


def _require_student(access: Access) -> None:
    if access.student_id is None:
        raise CourseThingNotFoundError


StaffAccess = Annotated[Access, _allow(_require_staff)]
"""Access of staff, whatever their rights: 403 for students."""
StudentAccess = Annotated[Access, _allow(_require_student)]
"""Access of students: 404 for staff."""
ContentViewer = Annotated[Access, _allow(lambda access: access.require(content=Right.VIEW))]
"""Access of staff who may see content; 403 for others."""
ContentEditor = Annotated[Access, _allow(lambda access: access.require(content=Right.EDIT))]
"""Access of staff who may edit content; 409 if the course is archived."""
DataViewer = Annotated[Access, _allow(lambda access: access.require(data=Right.VIEW))]
"""Access of staff who may see students' data."""
DataEditor = Annotated[Access, _allow(lambda access: access.require(data=Right.EDIT))]
"""Access of staff who may edit students' data; 409 if the course is archived."""
Manager = Annotated[Access, _allow(require_manager)]
"""Access of staff with all rights."""


async def current_teacher(user: CurrentUser) -> Account:
    """Return the requesting account if it may create courses; raises `ForbiddenError` for learners."""
    require_teacher(user)
    return user


Teacher = Annotated[Account, Depends(current_teacher)]
"""The requesting instructor or admin; 401 or 403 without one."""
