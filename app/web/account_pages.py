"""The pages for signing up, in and out, and for making the first admin."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response, status
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel

from app.accounts.cookies import clear_session_cookie, find_client, read_session_token, set_session_cookie
from app.accounts.dependencies import OptionalUser
from app.accounts.errors import InvitationNotFoundError, SecondFactorNeededError, WrongCodeError
from app.accounts.schemas import SignIn
from app.accounts.service import PASSWORD_LENGTHS
from app.errors import (
    AccountDisabledError,
    InvalidInputError,
    NameTakenError,
    RegistrationClosedError,
    RequestError,
    TooManySignInsError,
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
    invitation: str = ""
    token: str = ""


NextParameter = Annotated[str | None, Query(alias="next")]
"""Where to go after signing in; believed only as far as it stays on this site."""


@router.get("/signin")
async def show_sign_in(
    request: Request,
    user: OptionalUser,
    services: ServicesDep,
    renderer: RendererDep,
    address: NextParameter = None,
    done: str = "",
) -> Response:
    """Show the form for signing in; `done` is `password` for who has just chosen a new one."""
    if user:
        return go(stay_here(address))
    told = _("The password is changed. Sign in with it.") if done == "password" else ""
    return _draw_sign_in(request, services, renderer, Entry(next=address), done=told)


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
    except (WrongCredentialsError, AccountDisabledError, TooManySignInsError) as error:
        return _draw_sign_in(request, services, renderer, entry, error)
    except SecondFactorNeededError as error:
        return draw_code(request, renderer, error.ticket, entry.next)


@router.post("/signin/code")
async def finish_sign_in(
    request: Request,
    services: ServicesDep,
    renderer: RendererDep,
    ticket: Annotated[str, Form()] = "",
    code: Annotated[str, Form()] = "",
    address: Annotated[str | None, Form(alias="next")] = None,
) -> Response:
    """Finish a sign-in with the second factor's code."""
    try:
        signed_in = await services.sessions.finish(ticket, code, find_client(request), read_session_token(request))
    except WrongCodeError as error:
        return draw_code(request, renderer, ticket, address, error)
    return admit(request, signed_in, address)


@router.get("/signup")
async def show_sign_up(
    request: Request,
    user: OptionalUser,
    services: ServicesDep,
    renderer: RendererDep,
    address: NextParameter = None,
    invitation: str = "",
) -> Response:
    """Show the form for making an account, where one may: the site is open, or there is an invitation."""
    if user:
        return go(stay_here(address))
    entry = Entry(next=address, invitation=invitation)
    try:
        services.accounts.require_open(invitation)
        if invitation:
            await services.invitations.check(invitation)
    except RequestError as error:
        return _draw_sign_up(request, services, renderer, entry, error)
    return _draw_sign_up(request, services, renderer, entry)


@router.post("/signup")
async def sign_up(
    request: Request,
    services: ServicesDep,
    renderer: RendererDep,
    entry: Annotated[Entry, Form()],
) -> Response:
    """Make an account, sign in, and go back to where one was."""
    try:
        await services.accounts.sign_up(entry.name, entry.password, entry.invitation)
        return await _enter(request, services, entry)
    except (InvalidInputError, NameTakenError, RegistrationClosedError, InvitationNotFoundError) as error:
        return _draw_sign_up(request, services, renderer, entry, error)


@router.get("/setup")
async def show_setup(
    request: Request, _user: OptionalUser, services: ServicesDep, renderer: RendererDep, token: str = ""
) -> Response:
    """Show the form for the admin's account; the start of the server prints its address."""
    await services.invitations.check_admin_link(token)
    return _draw_setup(request, renderer, Entry(token=token, next="/admin"))


@router.post("/setup")
async def set_up(
    request: Request, services: ServicesDep, renderer: RendererDep, entry: Annotated[Entry, Form()]
) -> Response:
    """Make the admin's account and sign in."""
    try:
        await services.accounts.add_admin(entry.token, entry.name, entry.password)
        return await _enter(request, services, entry)
    except (InvalidInputError, NameTakenError) as error:
        return _draw_setup(request, renderer, entry, error)


@router.post("/signout")
async def sign_out(request: Request, services: ServicesDep) -> Response:
    """Sign out."""
    await services.sessions.sign_out(read_session_token(request))
    response = go("/")
    clear_session_cookie(request, response)
    return response


def admit(request: Request, signed_in: SignIn, address: str | None) -> RedirectResponse:
    """Give the browser its sign-in and send it to a page of this site."""
    response = go(stay_here(address))
    set_session_cookie(request, response, signed_in)
    return response


async def _enter(request: Request, services: Services, entry: Entry) -> RedirectResponse:
    signed_in = await services.sessions.sign_in(
        entry.name, entry.password, find_client(request), read_session_token(request)
    )
    return admit(request, signed_in, entry.next)


def draw_code(
    request: Request, renderer: Renderer, ticket: str, address: str | None, error: RequestError | None = None
) -> Response:
    """Ask for the second factor's code of who has proven the rest."""
    return renderer.page(
        request,
        "code.html",
        None,
        status=status.HTTP_200_OK if error is None else error.status,
        here=stay_here(address),
        next=stay_here(address),
        ticket=ticket,
        errors={} if error is None else {"code": error.message},
    )


def _draw_sign_in(
    request: Request,
    services: Services,
    renderer: Renderer,
    entry: Entry,
    error: RequestError | None = None,
    *,
    done: str = "",
) -> Response:
    provider = _name_provider(services)
    heading = _("Sign in")
    return _draw_form(request, renderer, entry, error, action="/signin", heading=heading, done=done, provider=provider)


def _draw_sign_up(
    request: Request, services: Services, renderer: Renderer, entry: Entry, error: RequestError | None = None
) -> Response:
    usable = not isinstance(error, RegistrationClosedError | InvitationNotFoundError)
    return _draw_form(
        request,
        renderer,
        entry,
        error,
        action="/signup",
        heading=_("Sign up"),
        hidden={"invitation": entry.invitation} if entry.invitation else {},
        provider=_name_provider(services) if usable else "",
        usable=usable,
    )


def _name_provider(services: Services) -> str:
    return services.oidc.button if services.oidc.provider.is_set else ""


def _draw_setup(request: Request, renderer: Renderer, entry: Entry, error: RequestError | None = None) -> Response:
    return _draw_form(
        request,
        renderer,
        entry,
        error,
        action="/setup",
        heading=_("Make the admin's account"),
        about=_("An admin may do everything here: invite people, give roles, change problems. This link works once."),
        hidden={"token": entry.token},
    )


def _draw_form(
    request: Request,
    renderer: Renderer,
    entry: Entry,
    error: RequestError | None,
    *,
    action: str,
    heading: str,
    about: str = "",
    hidden: dict[str, str] | None = None,
    done: str = "",
    provider: str = "",
    usable: bool = True,
) -> Response:
    response = renderer.page(
        request,
        "account.html",
        None,
        status=status.HTTP_200_OK if error is None else error.status,
        here=stay_here(entry.next),
        next=stay_here(entry.next),
        action=action,
        heading=heading,
        about=about,
        done=done,
        hidden={"next": stay_here(entry.next), **(hidden or {})},
        usable=usable,
        provider=provider,
        invitation=entry.invitation,
        fresh=action != "/signin",
        least=PASSWORD_LENGTHS[0],
        name=entry.name,
        errors={} if error is None else {_find_field(error): error.message},
    )
    response.headers.update({} if error is None else error.headers)
    return response


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
