"""A course's settings and staff."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.db.statuses import Right
from app.domains.courses.dependencies import (
    ContentEditor,
    ContentViewer,
    CourseAccess,
    CoursesDep,
    ExchangeDep,
    Manager,
    StaffAccess,
)
from app.domains.courses.schemas import Access, CourseCopy, NewCourse, Rights
from app.domains.courses.service import CourseService
from app.http.requests import find_site
from app.kit.errors import RequestError
from app.web.forms import Filled, read_form
from app.web.navigation import RendererDep, go
from app.web.pages.courses.frame import draw
from app.web.rendering import Renderer

router = APIRouter(prefix="/courses/{course_id}", default_response_class=HTMLResponse, include_in_schema=False)
SettingsForm = Annotated[Filled[NewCourse], read_form(NewCourse)]
CopyForm = Annotated[Filled[CourseCopy], read_form(CourseCopy)]
RightsForm = Annotated[Filled[Rights], read_form(Rights)]


@router.get("/settings")
async def show_settings(request: Request, access: ContentViewer, renderer: RendererDep) -> Response:
    """Show a course's settings."""
    access.require(content=Right.VIEW)
    return _draw_settings(request, renderer, access)


@router.post("/settings")
async def save_settings(
    request: Request, form: SettingsForm, access: ContentEditor, courses: CoursesDep, renderer: RendererDep
) -> Response:
    """Change a course's settings."""
    access.require(content=Right.EDIT)
    try:
        await courses.change(access, form.read())
    except RequestError as error:
        return _draw_settings(request, renderer, access, given=form.given, error=error)
    return go(f"/courses/{access.course.public_id}/settings")


@router.post("/copies")
async def copy_course(
    request: Request, form: CopyForm, access: ContentViewer, exchange: ExchangeDep, renderer: RendererDep
) -> Response:
    """Copy a course to another term and open the copy."""
    access.require(content=Right.VIEW)
    try:
        course = await exchange.copy(access, form.read())
    except RequestError as error:
        return _draw_settings(request, renderer, access, error=error)
    return go(f"/courses/{course.public_id}")


@router.post("/archived")
async def archive_course(
    request: Request,
    access: Manager,
    courses: CoursesDep,
    renderer: RendererDep,
    archived: Annotated[str, Form()] = "",
) -> Response:
    """Archive a course, or open it again."""
    try:
        await courses.archive(access, archived=archived == "true")
    except RequestError as error:
        return _draw_settings(request, renderer, access, error=error)
    return go(f"/courses/{access.course.public_id}/settings")


@router.get("/staff")
async def show_staff(request: Request, access: StaffAccess, courses: CoursesDep, renderer: RendererDep) -> Response:
    """Show who teaches a course."""
    return await _draw_staff(request, access, courses, renderer)


@router.post("/staff")
async def put_staff(
    request: Request,
    form: RightsForm,
    access: Manager,
    courses: CoursesDep,
    renderer: RendererDep,
    name: Annotated[str, Form()] = "",
) -> Response:
    """Make somebody staff, or change what they may do."""
    try:
        await courses.put_staff(access, name, form.read())
    except RequestError as error:
        return await _draw_staff(request, access, courses, renderer, error=error)
    return go(f"/courses/{access.course.public_id}/staff")


@router.post("/staff/{staff_name}/remove")
async def remove_staff(
    request: Request, staff_name: str, access: CourseAccess, courses: CoursesDep, renderer: RendererDep
) -> Response:
    """Take somebody off the staff."""
    try:
        await courses.remove_staff(access, staff_name)
    except RequestError as error:
        return await _draw_staff(request, access, courses, renderer, error=error)
    is_own = staff_name.lower() == access.user.name.lower()
    return go("/courses" if is_own else f"/courses/{access.course.public_id}/staff")


@router.post("/invitations")
async def invite_staff(
    request: Request, form: RightsForm, access: Manager, courses: CoursesDep, renderer: RendererDep
) -> Response:
    """Make a link by which one person becomes staff, and show it, only once."""
    try:
        path = await courses.invite_staff(access, form.read())
    except RequestError as error:
        return await _draw_staff(request, access, courses, renderer, error=error)
    response = await _draw_staff(request, access, courses, renderer, link=find_site(request) + path)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/invitations/{staff_invitation}/revoke")
async def revoke_invitation(staff_invitation: str, access: Manager, courses: CoursesDep) -> Response:
    """Withdraw an invitation."""
    await courses.revoke_invitation(access, staff_invitation)
    return go(f"/courses/{access.course.public_id}/staff")


def _draw_settings(
    request: Request,
    renderer: Renderer,
    access: Access,
    *,
    given: dict[str, object] | None = None,
    error: RequestError | None = None,
) -> Response:
    return draw(request, renderer, access, "settings", given=given or {}, error=error)


async def _draw_staff(
    request: Request,
    access: Access,
    courses: CourseService,
    renderer: Renderer,
    *,
    link: str = "",
    error: RequestError | None = None,
) -> Response:
    staff = await courses.list_staff(access)
    return draw(request, renderer, access, "staff", staff=staff, link=link, rights=list(Right), error=error)
