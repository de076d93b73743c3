"""The list of the reader's courses, and joining one: by code, by invitation, as staff."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.db.statuses import Right
from app.domains.accounts.dependencies import CurrentUser, OptionalUser
from app.domains.accounts.schemas import Account
from app.domains.courses.dependencies import CourseAccess, CoursesDep, GradesDep, StudentAccess, Teacher
from app.domains.courses.schemas import NewCourse
from app.domains.courses.service import CourseService
from app.kit.errors import RequestError
from app.web.forms import Filled, read_form
from app.web.navigation import RendererDep, ask_to_sign_in, go
from app.web.pages.courses.frame import draw
from app.web.rendering import Renderer

router = APIRouter(prefix="/courses", default_response_class=HTMLResponse, include_in_schema=False)
CourseForm = Annotated[Filled[NewCourse], read_form(NewCourse)]


@router.get("")
async def list_courses(request: Request, user: OptionalUser, courses: CoursesDep, renderer: RendererDep) -> Response:
    """List the reader's courses, with the form for another one."""
    return await _draw_list(request, user, courses, renderer) if user else ask_to_sign_in(request)


@router.post("")
async def create_course(
    request: Request, form: CourseForm, user: Teacher, courses: CoursesDep, renderer: RendererDep
) -> Response:
    """Make a course and open it."""
    try:
        course = await courses.create(user, form.read())
    except RequestError as error:
        return await _draw_list(request, user, courses, renderer, given=form.given, error=error)
    return go(f"/courses/{course.public_id}")


@router.get("/join")
async def show_code(
    request: Request,
    user: OptionalUser,
    courses: CoursesDep,
    renderer: RendererDep,
    code: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """Ask whether to join the course of a code, or for a code."""
    if user is None:
        return ask_to_sign_in(request)
    try:
        course = await courses.find_by_code(code) if code else None
    except RequestError as error:
        return _draw_join(request, user, renderer, code=code, error=error)
    return _draw_join(request, user, renderer, code=code, course=course)


@router.post("/join")
async def join(
    request: Request, user: CurrentUser, courses: CoursesDep, renderer: RendererDep, code: Annotated[str, Form()] = ""
) -> Response:
    """Attend the course of a code."""
    try:
        course = await courses.join(user, code)
    except RequestError as error:
        return _draw_join(request, user, renderer, code=code[:40], error=error)
    return go(f"/courses/{course.public_id}")


@router.get("/teach/{staff_token}")
async def show_staff_invitation(
    request: Request, staff_token: str, user: OptionalUser, courses: CoursesDep, renderer: RendererDep
) -> Response:
    """Ask whether to teach the course of an invitation."""
    if user is None:
        return ask_to_sign_in(request)
    course = await courses.find_invitation(staff_token)
    return renderer.page(request, "courses/teach.html", user, course=course, here="/courses", token=staff_token)


@router.post("/teach/{staff_token}")
async def accept_staff_invitation(staff_token: str, user: CurrentUser, courses: CoursesDep) -> Response:
    """Become staff of a course."""
    course = await courses.accept_invitation(user, staff_token)
    return go(f"/courses/{course.public_id}")


@router.post("/{course_id}/place")
async def answer_invitation(
    course_id: str, user: CurrentUser, courses: CoursesDep, accepted: Annotated[str, Form()] = ""
) -> Response:
    """Accept or decline an invitation to attend a course."""
    await courses.accept_place(user, course_id, accepted=accepted == "true")
    return go(f"/courses/{course_id}" if accepted == "true" else "/courses")


@router.get("/{course_id}")
async def show_course(request: Request, access: CourseAccess, grades: GradesDep, renderer: RendererDep) -> Response:
    """Show a student their assignments and grades; staff get to where they work."""
    base = f"/courses/{access.course.public_id}"
    if access.student_id is None:
        return go(f"{base}/assignments" if access.content.includes(Right.VIEW) else f"{base}/grades")
    return draw(request, renderer, access, "course", shown=await grades.show_own(access), own=True, student=None)


@router.post("/{course_id}/leave")
async def leave(access: StudentAccess, courses: CoursesDep) -> Response:
    """Attend a course no longer."""
    await courses.leave(access)
    return go("/courses")


async def _draw_list(
    request: Request,
    user: Account,
    courses: CourseService,
    renderer: Renderer,
    *,
    given: dict[str, object] | None = None,
    error: RequestError | None = None,
) -> Response:
    own = await courses.list_own(user)
    return renderer.page(
        request,
        "courses/list.html",
        user,
        status=200 if error is None else error.status,
        here="/courses",
        courses=[one for one in own if one.is_open],
        archived=[one for one in own if not one.is_open],
        invited=await courses.list_invited(user),
        given=given or {},
        error=error,
    )


def _draw_join(
    request: Request,
    user: Account,
    renderer: Renderer,
    *,
    code: str,
    course: object = None,
    error: RequestError | None = None,
) -> Response:
    return renderer.page(
        request,
        "courses/join.html",
        user,
        status=200 if error is None else error.status,
        here="/courses",
        code=code,
        course=course,
        error=error,
    )
