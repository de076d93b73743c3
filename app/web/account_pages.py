"""The pages for signing up, in and out."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response, status
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel

from app.accounts.cookies import clear_session_cookie, find_address, read_session_token, set_session_cookie
from app.accounts.dependencies import OptionalUser
from app.accounts.service import PASSWORD_LENGTHS
from app.errors import (
    AccountDisabledError,
    InvalidInputError,
    NameTakenError,
    RegistrationClosedError,
    RequestError,
    WrongCredentialsError,
)
from app.language import translate as _
from app.services import Services, ServicesDep
from app.web.page import RendererDep, go
from app.web.rendering import Renderer
from app.web.safety import stay_here

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


class Entry(BaseModel):
    """What the forms for signing in and up send. Fields that miss are empty: the services say what is wrong."""

    name: str = ""
    password: str = ""
    next: str | None = None


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
    return go(stay_here(address)) if user else _draw_form(request, renderer, address, fresh=False)


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
    except (WrongCredentialsError, AccountDisabledError) as error:
        return _draw_form(request, renderer, entry.next, fresh=False, name=entry.name, error=error)


@router.get("/signup")
async def show_sign_up(
    request: Request,
    user: OptionalUser,
    renderer: RendererDep,
    address: NextParameter = None,
) -> Response:
    """Show the form for making an account."""
    return go(stay_here(address)) if user else _draw_form(request, renderer, address, fresh=True)


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
    response = go("/")
    clear_session_cookie(response)
    return response


async def _enter(request: Request, services: Services, entry: Entry) -> RedirectResponse:
    signed_in = await services.accounts.sign_in(
        entry.name, entry.password, address=find_address(request), old_token=read_session_token(request)
    )
    response = go(stay_here(entry.next))
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
        heading=_("Sign up") if fresh else _("Sign in"),
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
