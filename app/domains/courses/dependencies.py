"""Dependencies of routes and pages for courses: who asks, and whether they have the right that the route needs.

So somebody without a right learns nothing from what is wrong with their request. Services check the same again.
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
from app.domains.courses.gradebook import GradeService
from app.domains.courses.private import PrivateKataService
from app.domains.courses.roster import RosterService
from app.domains.courses.schemas import Access
from app.domains.courses.service import CourseService, require_manager, require_teacher
from app.domains.courses.telling import CourseWebhookService
from app.http.parts import provide

CoursesDep = Annotated[CourseService, provide("courses")]

RosterDep = Annotated[RosterService, provide("roster")]

AssignmentsDep = Annotated[AssignmentService, provide("assignments")]

GradesDep = Annotated[GradeService, provide("grades")]

ExamsDep = Annotated[ExamService, provide("exams")]

ExchangeDep = Annotated[ExchangeService, provide("exchange")]

PrivateKatasDep = Annotated[PrivateKataService, provide("private_katas")]

CourseWebhooksDep = Annotated[CourseWebhookService, provide("course_webhooks")]


async def find_access(course_id: str, user: CurrentUser, courses: CoursesDep) -> Access:
    """Return what the asker may do in the course; raises `CourseNotFoundError` for those who don't take part."""
    return await courses.find_access(user, course_id)


CourseAccess = Annotated[Access, Depends(find_access)]
"""What the asker may do in the route's course: 401 without an account, 404 for those who may not know of it."""


def _allow(check: Callable[[Access], None]) -> object:
    """Return the dependency that gives the asker's access where `check` raises nothing."""

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
"""The same for staff, whatever their rights: 403 for students."""
StudentAccess = Annotated[Access, _allow(_require_student)]
"""The same for students: 404 for staff."""
ContentViewer = Annotated[Access, _allow(lambda access: access.require(content=Right.VIEW))]
"""The same for staff who may see content; 403 for others."""
ContentEditor = Annotated[Access, _allow(lambda access: access.require(content=Right.EDIT))]
"""The same for staff who may change content; 409 where the course is archived."""
DataViewer = Annotated[Access, _allow(lambda access: access.require(data=Right.VIEW))]
"""The same for staff who may see students' data."""
DataEditor = Annotated[Access, _allow(lambda access: access.require(data=Right.EDIT))]
"""The same for staff who may change it; 409 where the course is archived."""
Manager = Annotated[Access, _allow(require_manager)]
"""The same for staff who may do everything."""


async def current_teacher(user: CurrentUser) -> Account:
    """Return the asker, if they may make courses; raises `ForbiddenError` for learners."""
    require_teacher(user)
    return user


Teacher = Annotated[Account, Depends(current_teacher)]
"""The instructor or admin who asks; 401 or 403 without one."""
