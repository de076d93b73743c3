"""Pages about LTI platforms: the admins', in English; a course's; and those for platforms to read and register."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response, status
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import ValidationError

from app.db.statuses import Right
from app.domains.accounts.errors import TicketNotFoundError
from app.domains.accounts.schemas import Account
from app.domains.administration.dependencies import CurrentAdmin
from app.domains.courses.dependencies import CoursesDep, DataEditor, DataViewer, Manager
from app.domains.courses.schemas import Access, Rights
from app.domains.lti.dependencies import LtiDep
from app.domains.lti.errors import AddressUnknownError, tell_result
from app.domains.lti.platforms import configure, describe_for_canvas
from app.domains.lti.schemas import NewPlatform, PlatformView
from app.http.parts import SettingsDep
from app.http.requests import find_site
from app.kit.errors import InvalidInputError, JaxDojoError, RequestError
from app.web.navigation import RendererDep, go
from app.web.pages.courses.frame import draw
from app.web.pages.lti import draw_refusal, frame
from app.web.rendering import Renderer

open_router = APIRouter(prefix="/lti", default_response_class=HTMLResponse, include_in_schema=False)
admin_router = APIRouter(prefix="/admin/lti", default_response_class=HTMLResponse, include_in_schema=False)
course_router = APIRouter(
    prefix="/courses/{course_id}/lms", default_response_class=HTMLResponse, include_in_schema=False
)
Text = Annotated[str, Form()]


@admin_router.get("")
async def show_platforms(request: Request, admin: CurrentAdmin, lti: LtiDep, renderer: RendererDep) -> Response:
    """List the platforms, and what they have to know of this site."""
    return await _draw_platforms(request, admin, lti, renderer)


@admin_router.post("/platforms")
async def put_platform(
    request: Request,
    admin: CurrentAdmin,
    lti: LtiDep,
    renderer: RendererDep,
    platform: Text = "",
    name: Text = "",
    issuer: Text = "",
    client_id: Text = "",
    deployments: Text = "",
    auth_url: Text = "",
    token_url: Text = "",
    jwks_url: Text = "",
    token_audience: Text = "",
    admits: Text = "",
) -> Response:
    """Add a platform, or change one."""
    given = {
        "name": name,
        "issuer": issuer,
        "client_id": client_id,
        "auth_url": auth_url,
        "token_url": token_url,
        "jwks_url": jwks_url,
        "token_audience": token_audience,
    }
    shown = {**given, "deployments": deployments.split(), "admits": admits == "true"}
    try:
        new = NewPlatform(**given, deployments=deployments.split(), admits=admits == "true")
    except ValidationError as error:
        field = str(error.errors()[0]["loc"][0])
        wrong = InvalidInputError(field, f"`{field}` can't be used: {error.errors()[0]['msg']}.")
        return await _draw_platforms(request, admin, lti, renderer, error=wrong, given=shown, changed=platform)
    try:
        await (lti.platforms.change(platform, new) if platform else lti.platforms.add(new))
    except RequestError as error:
        return await _draw_platforms(request, admin, lti, renderer, error=error, given=shown, changed=platform)
    return go("/admin/lti")


@admin_router.post("/platforms/{platform_id}/delete")
async def remove_platform(platform_id: str, admin: CurrentAdmin, lti: LtiDep) -> Response:  # noqa: ARG001 - may
    """Remove a platform."""
    await lti.platforms.remove(platform_id)
    return go("/admin/lti")


@admin_router.post("/keys")
async def rotate_key(admin: CurrentAdmin, lti: LtiDep) -> Response:  # noqa: ARG001 - nobody else may
    """Make a new key."""
    await lti.keys.rotate()
    return go("/admin/lti")


@admin_router.post("/registrations")
async def invite_platform(request: Request, admin: CurrentAdmin, lti: LtiDep, renderer: RendererDep) -> Response:
    """Make an address for dynamic registration, and show it, only once."""
    link = await lti.platforms.invite(admin, find_site(request))
    response = await _draw_platforms(request, admin, lti, renderer, link=link.url)
    response.headers["Cache-Control"] = "no-store"
    return response


@course_router.get("")
async def show_lms(request: Request, access: DataViewer, lti: LtiDep, renderer: RendererDep) -> Response:
    """Show the platforms' courses that are linked, and their scores."""
    lms = await lti.linking.show(access)
    return draw(request, renderer, access, "lms", lms=lms, right=Right, tell_result=tell_result)


@course_router.post("/members")
async def read_members(access: DataEditor, lti: LtiDep) -> Response:
    """Read the platforms' lists of members."""
    await lti.linking.read_members(access)
    return _return(access)


@course_router.post("/columns")
async def make_columns(access: DataEditor, lti: LtiDep) -> Response:
    """Make a column for each assignment."""
    await lti.linking.make_columns(access)
    return _return(access)


@course_router.post("/scores")
async def send_scores(access: DataEditor, lti: LtiDep) -> Response:
    """Send all scores once more."""
    await lti.linking.send_again(access)
    return _return(access)


@course_router.post("/unlink")
async def unlink(access: Manager, lti: LtiDep, context: Text = "") -> Response:
    """Undo the link to a platform's course; nothing is undone without one."""
    if context:
        await lti.linking.unlink(access, context)
    return _return(access)


@course_router.post("/staff")
async def confirm_staff(access: Manager, courses: CoursesDep, lti: LtiDep, account: Text = "") -> Response:
    """Let somebody whom the platform proposes see content and students' data; staff can change that."""
    access.require_open()
    if any(one.account == account for one in (await lti.linking.show(access)).proposals):
        await courses.put_staff(access, account, Rights(content=Right.VIEW, data=Right.VIEW))
    return _return(access)


def _return(access: Access) -> Response:
    return go(f"/courses/{access.course.public_id}/lms")


async def _draw_platforms(
    request: Request,
    admin: Account,
    lti: LtiDep,
    renderer: Renderer,
    *,
    link: str = "",
    error: RequestError | None = None,
    given: dict[str, object] | None = None,
    changed: str = "",
) -> Response:
    """Draw the page. `given`: the refused content of the form that changes the platform `changed`, or else adds one."""
    return renderer.page(
        request,
        "admin/lti.html",
        admin,
        status=status.HTTP_200_OK if error is None else error.status,
        here="/admin/lti",
        platforms=await lti.platforms.list_platforms(),
        own=configure(find_site(request)),
        canvas=f"{find_site(request)}/lti/canvas.json",
        keys=[str(key["kid"]) for key in await lti.keys.list_public()],
        link=link,
        error=error,
        given=given,
        changed=changed,
    )


@open_router.get("/canvas.json")
async def describe_tool(settings: SettingsDep) -> Response:
    """Describe this site as Canvas reads it: with the address that is set, never with one that a stranger asked for."""
    address = settings.public_url.rstrip("/")
    if not address:
        raise AddressUnknownError
    return JSONResponse(describe_for_canvas(address))


@open_router.get("/register/{registration_token}")
async def ask_registration(
    request: Request,
    registration_token: str,
    lti: LtiDep,
    renderer: RendererDep,
    openid_configuration: Annotated[str, Query(max_length=500)] = "",
    given: Annotated[str, Query(alias="registration_token", max_length=4000)] = "",
) -> Response:
    """Ask whether to register with the platform that opened this page."""
    if not await lti.platforms.is_invited(registration_token):
        return draw_refusal(request, renderer, TicketNotFoundError())
    return _draw_registration(request, renderer, registration_token, openid_configuration, given)


@open_router.post("/register/{registration_token}")
async def register(
    request: Request,
    registration_token: str,
    lti: LtiDep,
    renderer: RendererDep,
    configuration: Text = "",
    given: Text = "",
) -> Response:
    """Register with a platform, and add it."""
    try:
        done = await lti.platforms.register(registration_token, configuration, given, find_site(request))
    except JaxDojoError as refused:
        return draw_refusal(request, renderer, refused)
    return _draw_registration(request, renderer, registration_token, configuration, "", done)


def _draw_registration(
    request: Request,
    renderer: Renderer,
    token: str,
    configuration: str,
    given: str,
    done: PlatformView | None = None,
) -> Response:
    page = renderer.page(
        request,
        "lti/register.html",
        None,
        here="/",
        token=token,
        configuration=configuration,
        given=given,
        done=done,
    )
    return frame(page)


router = APIRouter()
for part in (admin_router, course_router, open_router):
    router.include_router(part)
