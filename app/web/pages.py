"""The pages: reading problems, attempting them, signing up, in and out, and looking at a submission.

Each works without JavaScript. Scripts add the editor and the verdict that arrives by itself.
"""

from itertools import groupby
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Depends, FastAPI, Form, Query, Request, Response, status
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel

from app.accounts.cookies import clear_session_cookie, find_address, read_session_token, set_session_cookie
from app.accounts.dependencies import CurrentUser, OptionalUser
from app.accounts.service import PASSWORD_LENGTHS
from app.errors import InvalidInputError, NameTakenError, RegistrationClosedError, RequestError, WrongCredentialsError
from app.problem_details import ProblemDetails
from app.services import Services, ServicesDep
from app.settings import Settings
from app.submissions.schemas import SubmissionView
from app.web.assets import STATIC, Assets, HashedFiles
from app.web.rendering import Renderer
from app.web.safety import stay_here
from grader.report import Mode, Report, Verdict

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
TITLES: Final = {verdict.value: verdict.heading for verdict in Verdict}


class Entry(BaseModel):
    """What the forms for signing in and up send. Fields that miss are empty: the services say what is wrong."""

    name: str = ""
    password: str = ""
    next: str | None = None


def install(app: FastAPI, _settings: Settings) -> None:
    """Add the pages, their built files and their error pages to `app`."""
    renderer = Renderer(Assets())
    app.state.renderer = renderer
    app.include_router(router)
    app.mount("/static", HashedFiles(directory=STATIC, check_dir=False), name="static")

    def draw_error(request: Request, details: ProblemDetails) -> Response:
        return renderer.page(
            request,
            "error.html",
            None,
            status=details.status,
            here=details.instance.removesuffix("/submissions"),
            error_page=True,
            title=_name_error(details),
            message=details.detail,
            sign_in=details.status == status.HTTP_401_UNAUTHORIZED,
        )

    app.state.error_page = draw_error


def _name_error(details: ProblemDetails) -> str:
    if details.status == status.HTTP_404_NOT_FOUND and details.code == "not_found":
        return "There is no such page"
    return details.title


def _get_renderer(request: Request) -> Renderer:
    renderer: Renderer = request.app.state.renderer
    return renderer


RendererDep = Annotated[Renderer, Depends(_get_renderer)]


@router.get("/")
async def show_catalogue(
    request: Request, user: OptionalUser, services: ServicesDep, renderer: RendererDep
) -> Response:
    """List all problems, by track."""
    problems = await services.problems.list_problems(user)
    tracks = [
        {"name": name, "problems": list(group)} for name, group in groupby(problems, key=lambda problem: problem.track)
    ]
    return renderer.page(request, "catalogue.html", user, tracks=tracks)


@router.get("/problems/{slug}")
async def show_problem(
    request: Request, slug: str, user: OptionalUser, services: ServicesDep, renderer: RendererDep
) -> Response:
    """Show one problem: what to read on the left, what to write on the right."""
    problem = await services.problems.get_problem(slug, user)
    page_data = {
        "slug": problem.slug,
        "user": None if user is None else user.name,
        "starter": problem.starter,
        "titles": TITLES,
    }
    return renderer.page(request, "problem.html", user, problem=problem, page_data=page_data)


@router.post("/problems/{slug}/submissions")
async def attempt_problem(
    slug: str,
    user: CurrentUser,
    services: ServicesDep,
    source: Annotated[str, Form()] = "",
    mode: Annotated[Mode, Form()] = Mode.RUN,
) -> Response:
    """Take an attempt from a browser without JavaScript; forms send lines that end in CR LF."""
    submission = await services.submissions.create(user, slug, source.replace("\r\n", "\n"), mode)
    return _go(f"/submissions/{submission.id}")


@router.get("/submissions/{public_id}")
async def show_submission(
    request: Request, public_id: str, user: OptionalUser, services: ServicesDep, renderer: RendererDep
) -> Response:
    """Show one submission of the reader's own: its source and, once there is one, its report."""
    if user is None:
        return _go(f"/signin?next={quote(request.url.path)}")
    submission = await services.submissions.get(public_id, user)
    problem = await services.problems.get_problem(submission.problem, user)
    return renderer.page(
        request,
        "submission.html",
        user,
        submission=submission,
        report=submission.report,
        pending=submission.status.is_pending,
        position=submission.position,
        problem_name=problem.name,
        heading=_name_state(submission),
    )


def _name_state(submission: SubmissionView) -> str:
    if submission.report is not None:
        return name_verdict(submission.report)
    if submission.status.is_pending:
        return submission.status.value.capitalize()
    return Verdict.INTERNAL_ERROR.heading


def name_verdict(report: Report) -> str:
    """Return the heading of a report; a run never claims more than the samples."""
    only_samples = report.verdict is Verdict.ACCEPTED and report.mode is Mode.RUN
    return f"{report.verdict.heading} on the samples" if only_samples else report.verdict.heading


NextParameter = Annotated[str | None, Query(alias="next")]
"""Where to go after signing in; believed only as far as it stays on this site."""


@router.get("/signin")
async def show_sign_in(
    request: Request,
    user: OptionalUser,
    renderer: RendererDep,
    address: NextParameter = None,
) -> Response:
    """Show the form for signing in."""
    return _go(stay_here(address)) if user else _draw_form(request, renderer, address, fresh=False)


@router.post("/signin")
async def sign_in(
    request: Request,
    services: ServicesDep,
    renderer: RendererDep,
    entry: Annotated[Entry, Form()],
) -> Response:
    """Sign in and go back to where one was."""
    try:
        return await _enter(request, services, entry)
    except WrongCredentialsError as error:
        return _draw_form(request, renderer, entry.next, fresh=False, name=entry.name, error=error)


@router.get("/signup")
async def show_sign_up(
    request: Request,
    user: OptionalUser,
    renderer: RendererDep,
    address: NextParameter = None,
) -> Response:
    """Show the form for making an account."""
    return _go(stay_here(address)) if user else _draw_form(request, renderer, address, fresh=True)


@router.post("/signup")
async def sign_up(
    request: Request,
    services: ServicesDep,
    renderer: RendererDep,
    entry: Annotated[Entry, Form()],
) -> Response:
    """Make an account, sign in, and go back to where one was."""
    try:
        await services.accounts.sign_up(entry.name, entry.password)
        return await _enter(request, services, entry)
    except (InvalidInputError, NameTakenError, RegistrationClosedError) as error:
        return _draw_form(request, renderer, entry.next, fresh=True, name=entry.name, error=error)


@router.post("/signout")
async def sign_out(request: Request, services: ServicesDep) -> Response:
    """Sign out."""
    await services.accounts.sign_out(read_session_token(request))
    response = _go("/")
    clear_session_cookie(response)
    return response


async def _enter(request: Request, services: Services, entry: Entry) -> RedirectResponse:
    signed_in = await services.accounts.sign_in(
        entry.name, entry.password, address=find_address(request), old_token=read_session_token(request)
    )
    response = _go(stay_here(entry.next))
    set_session_cookie(request, response, signed_in)
    return response


def _draw_form(
    request: Request,
    renderer: Renderer,
    address: str | None,
    *,
    fresh: bool,
    name: str = "",
    error: RequestError | None = None,
) -> Response:
    return renderer.page(
        request,
        "account.html",
        None,
        status=status.HTTP_200_OK if error is None else error.status,
        here=stay_here(address),
        next=stay_here(address),
        action="/signup" if fresh else "/signin",
        heading="Sign up" if fresh else "Sign in",
        fresh=fresh,
        least=PASSWORD_LENGTHS[0],
        name=name,
        errors={} if error is None else {_find_field(error): error.message},
    )


def _find_field(error: RequestError) -> str:
    """Return the form's field beside which `error` belongs; `form` for the whole."""
    match error:
        case InvalidInputError(field=("name" | "password") as field):
            return field
        case NameTakenError():
            return "name"
        case WrongCredentialsError():
            return "password"
    return "form"


def _go(address: str) -> RedirectResponse:
    return RedirectResponse(address, status.HTTP_303_SEE_OTHER)
