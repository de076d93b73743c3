"""LTI launches, from a platform's link to a page here: login, launch, sign-in, choice, and linking courses.

Pages in a platform's frame contain nobody's data and no session: they open a tab, or send a choice back.
"""

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Query, Request, Response, status
from fastapi.responses import HTMLResponse, RedirectResponse

from app.db.statuses import LtiRole
from app.domains.accounts.cookies import find_client, is_secure, read_session_token
from app.domains.accounts.dependencies import (
    BrowserUser,
    CurrentUser,
    OptionalUser,
    RecoveryDep,
    SessionsDep,
    find_user,
)
from app.domains.accounts.errors import SecondFactorNeededError
from app.domains.accounts.schemas import Account
from app.domains.accounts.sessions import is_fresh
from app.domains.courses.dependencies import CoursesDep
from app.domains.courses.errors import CourseNotFoundError
from app.domains.lti.claims import RESOURCE_LINK
from app.domains.lti.dependencies import LtiDep
from app.domains.lti.errors import LaunchRefusedError, Refusal
from app.domains.lti.launches import LaunchedPerson, make_secret
from app.http.requests import find_site
from app.kit.errors import InvalidInputError, JaxDojoError, NameTakenError, RegistrationClosedError, RequestError
from app.kit.language import lookup
from app.kit.language import translate as _
from app.web.navigation import RendererDep, ask_to_sign_in, go
from app.web.pages.accounts import admit, draw_code
from app.web.pages.oidc import suggest_name
from app.web.rendering import Renderer
from app.web.safety import frame_policy, stay_here

open_router = APIRouter(prefix="/lti", default_response_class=HTMLResponse, include_in_schema=False)
"""Routes without authentication, which ignore session cookies."""
member_router = APIRouter(
    prefix="/lti", default_response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(find_user)]
)
COOKIE: Final = "jaxdojo_lti"
LASTS_S: Final = 3600
FIELDS: Final = ("iss", "login_hint", "target_link_uri", "lti_message_hint", "client_id", "lti_deployment_id")
"""The parameters with which a platform begins a launch, and which begin it again in a separate tab."""
Text = Annotated[str, Form()]
Part = Annotated[str, Query(max_length=64)]


@open_router.get("/login")
async def begin(request: Request, lti: LtiDep, renderer: RendererDep) -> Response:
    """Begin a launch: send the browser back to its platform, or ask it to open a tab."""
    return await _begin(request, lti, renderer, dict(request.query_params))


@open_router.post("/login")
async def begin_by_form(request: Request, lti: LtiDep, renderer: RendererDep) -> Response:
    """Do the same for platforms that send a form."""
    form = await request.form(max_fields=50, max_files=0)
    return await _begin(request, lti, renderer, {name: one for name, one in form.items() if isinstance(one, str)})


@open_router.post("/launch")
async def launch(
    request: Request,
    lti: LtiDep,
    renderer: RendererDep,
    state: Text = "",
    id_token: Text = "",
    error: Text = "",
) -> Response:
    """Take a platform's answer."""
    given = {"state": state, "id_token": id_token, "error": error}
    try:
        arrival = await lti.launches.receive(given, find_site(request))
        if arrival.launch.message != RESOURCE_LINK:
            return await _draw_choice(request, lti, renderer, arrival.ticket)
    except RequestError as refused:
        return draw_refusal(request, renderer, refused)
    if not arrival.login.in_frame:
        return go(f"/lti/continue?ticket={arrival.ticket}")
    page = renderer.page(
        request,
        "lti/open.html",
        None,
        here="/",
        ticket=arrival.ticket,
        key=arrival.key,
        origin="/".join(arrival.platform.auth_url.split("/")[:3]),
        storage=arrival.login.storage,
    )
    return frame(page)


@open_router.post("/deep-link")
async def answer_choice(
    request: Request,
    lti: LtiDep,
    renderer: RendererDep,
    ticket: Text = "",
    assignment: Annotated[list[str], Form()] = [],  # noqa: B006 - FastAPI copies it
    kata: Annotated[list[str], Form()] = [],  # noqa: B006 - likewise
) -> Response:
    """Send what somebody chose to their platform, signed."""
    try:
        answer = await lti.choices.answer(ticket, assignment[:100], kata[:100], find_site(request))
    except InvalidInputError as error:
        return await _draw_choice(request, lti, renderer, ticket, error)
    except RequestError as refused:
        return draw_refusal(request, renderer, refused)
    response = renderer.page(request, "lti/answer.html", None, here="/", answer=answer)
    # The address was checked on arrival: it contains nothing that ends a directive.
    # Its page may redirect the browser, and some browsers apply `form-action` to redirects, too.
    return frame(response, "/".join(answer.address.split("/")[:3]) + " https:")


@member_router.get("/continue")
async def go_on(
    request: Request, user: OptionalUser, lti: LtiDep, sessions: SessionsDep, renderer: RendererDep, ticket: Part = ""
) -> Response:
    """Sign in who came, in the browser that began; ask those who are new."""
    try:
        person = await lti.launches.find_person(ticket, _read_secret(request))
    except LaunchRefusedError as refused:
        return draw_refusal(request, renderer, refused)
    if person.account is None:
        return _draw_newcomer(request, lti, renderer, user, ticket, person)
    await lti.launches.use(ticket)
    if user is not None and user.id == person.account.id:
        return go(person.path)
    try:
        signed_in = await sessions.admit(person.account, find_client(request), read_session_token(request))
    except SecondFactorNeededError as needed:
        return draw_code(request, renderer, needed.ticket, person.path)
    return admit(request, signed_in, person.path)


@open_router.post("/continue")
async def leave_frame(
    request: Request, lti: LtiDep, renderer: RendererDep, ticket: Text = "", secret: Text = ""
) -> Response:
    """Go on in a tab of its own with what the platform has kept for the frame."""
    try:
        await lti.launches.claim(ticket, secret)
    except RequestError as refused:
        return draw_refusal(request, renderer, refused)
    response = go(f"/lti/continue?ticket={ticket}")
    _set_secret(request, response, secret)
    return response


@member_router.post("/join")
async def join(
    request: Request, lti: LtiDep, sessions: SessionsDep, renderer: RendererDep, ticket: Text = "", name: Text = ""
) -> Response:
    """Make an account for who came, and sign in."""
    try:
        secret = _read_secret(request)
        person = await lti.launches.find_person(ticket, secret)
    except LaunchRefusedError as refused:
        return draw_refusal(request, renderer, refused)
    try:
        account, path = await lti.launches.join(ticket, secret, name)
    except (InvalidInputError, NameTakenError) as error:
        return _draw_newcomer(request, lti, renderer, None, ticket, person, name, error)
    signed_in = await sessions.admit(account, find_client(request), read_session_token(request))
    return admit(request, signed_in, path)


@member_router.post("/link")
async def link(
    request: Request, user: BrowserUser, lti: LtiDep, recovery: RecoveryDep, renderer: RendererDep, ticket: Text = ""
) -> Response:
    """Link who came to the account that is signed in."""
    try:
        path, is_new = await lti.launches.link(user, ticket, _read_secret(request))
    except LaunchRefusedError as refused:
        return draw_refusal(request, renderer, refused)
    if is_new:
        told = _("Somebody at a learning platform can now sign in to it. You can unlink them on the Account page.")
        await recovery.notify(user, _("your account was linked to a learning platform"), told)
    return go(path)


@member_router.get("/contexts/{context_id}")
async def show_place(
    request: Request,
    context_id: str,
    user: OptionalUser,
    lti: LtiDep,
    courses: CoursesDep,
    renderer: RendererDep,
    assignment: Part = "",
    kata: Part = "",
) -> Response:
    """Open what a platform's course is linked to, or ask for what is missing."""
    if user is None:
        return ask_to_sign_in(request)
    place = await lti.linking.find_place(user, context_id)
    course = await lti.linking.find_course(place)
    if course is not None:
        try:
            access = await courses.find_access(user, course.public_id)
        except CourseNotFoundError:
            access = None
        if access is not None:
            return go(_find_target(course.public_id, assignment, kata, is_staff=access.is_staff))
    own = [one for one in await courses.list_own(user) if one.may_manage and one.is_open]
    return renderer.page(
        request,
        "lti/place.html",
        user,
        place=place,
        course=course,
        own=own,
        assignment=assignment,
        kata=kata,
        roles=LtiRole,
    )


@member_router.post("/contexts/{context_id}/course")
async def link_course(
    context_id: str, user: CurrentUser, lti: LtiDep, courses: CoursesDep, course: Text = ""
) -> Response:
    """Link a platform's course to a course here."""
    place = await lti.linking.find_place(user, context_id)
    await lti.linking.link(place, await courses.find_access(user, course))
    return go(f"/courses/{course}/lms")


@member_router.post("/contexts/{context_id}/join")
async def attend(context_id: str, user: CurrentUser, lti: LtiDep, assignment: Text = "", kata: Text = "") -> Response:
    """Attend the course here."""
    place = await lti.linking.find_place(user, context_id)
    course = await lti.linking.attend(user, place)
    return go(_find_target(course.public_id, assignment, kata, is_staff=False))


async def _begin(request: Request, lti: LtiDep, renderer: Renderer, given: dict[str, str]) -> Response:
    in_frame = request.headers.get("sec-fetch-dest") in {"iframe", "frame", "embed", "object"}
    site = find_site(request)
    again = {name: given[name] for name in FIELDS if given.get(name)}
    storage = given.get("lti_storage_target", "")
    choosing = given.get("target_link_uri", "") == f"{site}/lti/deep-link"
    try:
        if in_frame and not storage and not choosing:
            # There is no cookie, and no storage by the platform: the launch begins again in a separate tab.
            return frame(
                renderer.page(request, "lti/frame.html", None, here="/", departure=None, again=again, storage="")
            )
        known = request.cookies.get(_find_cookie(request), "")
        departure = await lti.launches.begin(given, site, in_frame=in_frame, known=known)
    except LaunchRefusedError as refused:
        return draw_refusal(request, renderer, refused)
    if in_frame and storage and not choosing:
        page = renderer.page(
            request, "lti/frame.html", None, here="/", departure=departure, again=again, storage=storage
        )
        return frame(page)
    response = RedirectResponse(departure.address, status.HTTP_303_SEE_OTHER)
    _set_secret(request, response, departure.secret)
    return response


def _find_target(course: str, assignment: str, kata: str, *, is_staff: bool) -> str:
    """Return the address of the page that a platform's link leads to."""
    if kata and kata.replace("_", "").isalnum() and kata.isascii():
        return f"/problems/{kata}"
    if assignment and assignment.isalnum() and assignment.isascii():
        return (
            f"/courses/{course}/assignments/{assignment}" if is_staff else f"/courses/{course}#assignment-{assignment}"
        )
    return f"/courses/{course}"


async def _draw_choice(
    request: Request, lti: LtiDep, renderer: Renderer, ticket: str, error: RequestError | None = None
) -> Response:
    try:
        choices = await lti.choices.offer(ticket)
    except RequestError as refused:
        return draw_refusal(request, renderer, refused)
    page = renderer.page(
        request,
        "lti/choose.html",
        None,
        status=status.HTTP_200_OK if error is None else error.status,
        here="/",
        choices=choices,
        ticket=ticket,
        error=error,
    )
    return frame(page)


def _draw_newcomer(
    request: Request,
    lti: LtiDep,
    renderer: Renderer,
    user: Account | None,
    ticket: str,
    person: LaunchedPerson,
    name: str = "",
    error: RequestError | None = None,
) -> Response:
    """Ask an unknown user whether to link an account or to create one."""
    may_join = True
    try:
        lti.launches.require_admission(person)
    except RegistrationClosedError:
        may_join = False
    response = renderer.page(
        request,
        "lti/newcomer.html",
        user,
        status=status.HTTP_200_OK if error is None else error.status,
        here=stay_here(f"/lti/continue?ticket={ticket}"),
        ticket=ticket,
        person=person,
        fresh=user is not None and is_fresh(user),
        name=name or suggest_name(person.name),
        may_join=may_join,
        errors={} if error is None else {"name": error.message},
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def draw_refusal(request: Request, renderer: Renderer, refused: JaxDojoError) -> Response:
    """Return a page, which may be in a frame, that says why a launch is refused, with a code for the admin."""
    reason = refused.reason.value if isinstance(refused, LaunchRefusedError) else refused.code
    response = renderer.page(
        request,
        "lti/refused.html",
        None,
        status=refused.status,
        here="/",
        title=lookup(refused.title),
        message=refused.detail,
        reason=reason,
    )
    response.headers["X-Launch-Refused"] = reason
    return frame(response)


def frame(response: Response, form_target: str = "'self'") -> Response:
    """Let other sites show a page in a frame; it must contain nobody's data."""
    response.headers["Content-Security-Policy"] = frame_policy(form_target)
    response.headers["Cache-Control"] = "no-store"
    return response


def _read_secret(request: Request) -> str:
    secret = request.cookies.get(_find_cookie(request), "")
    if not secret:
        raise LaunchRefusedError(Refusal.BROWSER)
    return secret


def _set_secret(request: Request, response: Response, secret: str) -> None:
    response.set_cookie(
        _find_cookie(request),
        secret or make_secret(),
        max_age=LASTS_S,
        path="/",
        httponly=True,
        samesite="lax",  # It is needed after a redirect from the platform's page.
        secure=is_secure(request),
    )


def _find_cookie(request: Request) -> str:
    return f"__Host-{COOKIE}" if is_secure(request) else COOKIE


router = APIRouter()
for part in (open_router, member_router):
    router.include_router(part)
