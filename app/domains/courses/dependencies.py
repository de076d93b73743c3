"""Dependencies of routes and pages for courses. Services decide what somebody may do; here it is found out who asks."""

from typing import Annotated

from fastapi import Depends

from app.domains.accounts.dependencies import CurrentUser
from app.domains.courses.assignments import AssignmentService
from app.domains.courses.exchange import ExchangeService
from app.domains.courses.gradebook import GradeService
from app.domains.courses.roster import RosterService
from app.domains.courses.schemas import Access
from app.domains.courses.service import CourseService
from app.http.parts import provide

CoursesDep = Annotated[CourseService, provide("courses")]

RosterDep = Annotated[RosterService, provide("roster")]

AssignmentsDep = Annotated[AssignmentService, provide("assignments")]

GradesDep = Annotated[GradeService, provide("grades")]

ExchangeDep = Annotated[ExchangeService, provide("exchange")]


async def find_access(course_id: str, user: CurrentUser, courses: CoursesDep) -> Access:
    """Return what the asker may do in the course; raises `CourseNotFoundError` for those who don't take part."""
    return await courses.find_access(user, course_id)


CourseAccess = Annotated[Access, Depends(find_access)]
"""What the asker may do in the route's course: 401 without an account, 404 for those who may not know of it."""
