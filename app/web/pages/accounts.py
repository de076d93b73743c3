"""The pages for signing up, in and out, and for making the first admin."""

from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request, Response, status
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel

from app.domains.accounts.cookies import clear_session_cookie, find_client, read_session_token, set_session_cookie
from app.domains.accounts.dependencies import (
    AccountsDep,
    InvitationsDep,
    OidcDep,
    OptionalUser,
    RecoveryDep,
    SessionsDep,
)
from app.domains.accounts.errors import InvitationNotFoundError, SecondFactorNeededError, WrongCodeError
from app.domains.accounts.oidc import OidcService
from app.domains.accounts.recovery import check_email
from app.domains.accounts.schemas import Account, SignIn
from app.domains.accounts.service import PASSWORD_LENGTHS
from app.domains.accounts.sessions import SessionService
from app.http.parts import SettingsDep
from app.kit.errors import (
    AccountDisabledError,
    InvalidInputError,
    NameTakenError,
    RegistrationClosedError,
    RequestError,
    TooManySignInsError,
    WrongCredentialsError,
)
from app.kit.language import translate as _
from app.web.navigation import RendererDep, go
from app.web.rendering import Renderer
from app.web.safety import stay_here

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


SIGN_UP_ERRORS: Final = (
    InvalidInputError,
    NameTakenError,
    RegistrationClosedError,
    InvitationNotFoundError,
    TooManySignInsError,
)
"""Errors that are shown above the form."""


class SignInForm(BaseModel):
    """The fields of the forms for signing in and up. Missing fields are empty, and reported by the services."""

    name: str = ""
    password: str = ""
    email: str = ""
    next: str | None = None
    invitation: str = ""
    token: str = ""


NextParameter = Annotated[str | None, Query(alias="next")]
"""The address to go to after signing in; used only if it is on this site."""


@router.get("/signin")
async def show_sign_in(
    request: Request,
    user: OptionalUser,
    oidc: OidcDep,
    renderer: RendererDep,
    address: NextParameter = None,
    done: str = "",
) -> Response:
    """Show the form for signing in; `done` is `password` after a new one was chosen."""
    if user:
        return go(stay_here(address))
    told = ""
    if done == "password":
        told = _("Your password was changed, and your API tokens were revoked. Sign in with the new password.")
    return _draw_sign_in(request, oidc, renderer, SignInForm(next=address), done=told)


@router.post("/signin")
async def sign_in(
    request: Request,
    sessions: SessionsDep,
    oidc: OidcDep,
    renderer: RendererDep,
    entry: Annotated[SignInForm, Form()],
) -> Response:
    """Sign in and return to the previous page."""
    try:
        token = read_session_token(request)
        signed_in = await sessions.sign_in(entry.name, entry.password, find_client(request), token)
        return admit(request, signed_in, entry.next)
    except (WrongCredentialsError, AccountDisabledError, TooManySignInsError) as error:
        return _draw_sign_in(request, oidc, renderer, entry, error)
    except SecondFactorNeededError as error:
        return draw_code(request, renderer, error.ticket, entry.next)


@router.post("/signin/code")
async def finish_sign_in(
    request: Request,
    sessions: SessionsDep,
    renderer: RendererDep,
    ticket: Annotated[str, Form()] = "",
    code: Annotated[str, Form()] = "",
    address: Annotated[str | None, Form(alias="next")] = None,
) -> Response:
    """Finish a sign-in with the second factor's code."""
    try:
        signed_in = await sessions.finish(ticket, code, find_client(request), read_session_token(request))
    except WrongCodeError as error:
        return draw_code(request, renderer, ticket, address, error)
    return admit(request, signed_in, address)


@router.get("/signup")
async def show_sign_up(
    request: Request,
    user: OptionalUser,
    accounts: AccountsDep,
    invitations: InvitationsDep,
    oidc: OidcDep,
    renderer: RendererDep,
    address: NextParameter = None,
    invitation: str = "",
) -> Response:
    """Show the sign-up form, if the site is open or there is an invitation."""
    if user:
        return go(stay_here(address))
    entry = SignInForm(next=address, invitation=invitation)
    try:
        accounts.require_open(invitation)
        if invitation:
            await invitations.check(invitation)
    except RequestError as error:
        return _draw_sign_up(request, oidc, renderer, entry, error)
    return _draw_sign_up(request, oidc, renderer, entry)


@router.post("/signup")
async def sign_up(
    request: Request,
    accounts: AccountsDep,
    sessions: SessionsDep,
    recovery: RecoveryDep,
    settings: SettingsDep,
    oidc: OidcDep,
    renderer: RendererDep,
    entry: Annotated[SignInForm, Form()],
) -> Response:
    """Create an account, send a link to its e-mail address where one is given, sign in, and return."""
    email = entry.email.strip() if settings.sends_mails else ""
    try:
        if email:
            check_email(email)  # Before the account is created.
        client = find_client(request)
        account = await accounts.sign_up(entry.name, entry.password, entry.invitation, address=client.address)
        if email:
            try:
                await recovery.request_email(account, email, client)
            except TooManySignInsError:  # The account exists; the address can be added later.
                entry.next = f"/account?{urlencode({'done': 'unsent', 'next': stay_here(entry.next)})}"
        return await _enter(request, sessions, account, entry)
    except SIGN_UP_ERRORS as error:
        return _draw_sign_up(request, oidc, renderer, entry, error)


@router.get("/setup")
async def show_setup(
    request: Request, _user: OptionalUser, invitations: InvitationsDep, renderer: RendererDep, token: str = ""
) -> Response:
    """Show the form for the admin's account; the start of the server prints its address."""
    await invitations.check_admin_link(token)
    return _draw_setup(request, renderer, SignInForm(token=token, next="/admin"))


@router.post("/setup")
async def set_up(
    request: Request,
    accounts: AccountsDep,
    sessions: SessionsDep,
    renderer: RendererDep,
    entry: Annotated[SignInForm, Form()],
) -> Response:
    """Make the admin's account and sign in."""
    try:
        account = await accounts.add_admin(entry.token, entry.name, entry.password)
        return await _enter(request, sessions, account, entry)
    except (InvalidInputError, NameTakenError) as error:
        return _draw_setup(request, renderer, entry, error)


@router.post("/signout")
async def sign_out(request: Request, sessions: SessionsDep) -> Response:
    """Sign out."""
    await sessions.sign_out(read_session_token(request))
    response = go("/")
    clear_session_cookie(request, response)
    return response


def admit(request: Request, signed_in: SignIn, address: str | None) -> RedirectResponse:
    """Set the browser's session cookie and redirect it to a page of this site."""
    response = go(stay_here(address))
    set_session_cookie(request, response, signed_in)
    return response


async def _enter(request: Request, sessions: SessionService, account: Account, entry: SignInForm) -> RedirectResponse:
    """Sign a new account in, without its password: tries at passwords are limited."""
    signed_in = await sessions.admit(account, find_client(request), read_session_token(request))
    return admit(request, signed_in, entry.next)


def draw_code(
    request: Request, renderer: Renderer, ticket: str, address: str | None, error: RequestError | None = None
) -> Response:
    """Ask for the second factor's code after the password."""
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
    oidc: OidcService,
    renderer: Renderer,
    entry: SignInForm,
    error: RequestError | None = None,
    *,
    done: str = "",
) -> Response:
    provider = _name_provider(oidc)
    heading = _("Sign in")
    return _draw_form(request, renderer, entry, error, action="/signin", heading=heading, done=done, provider=provider)


def _draw_sign_up(
    request: Request, oidc: OidcService, renderer: Renderer, entry: SignInForm, error: RequestError | None = None
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
        provider=_name_provider(oidc) if usable else "",
        usable=usable,
    )


def _name_provider(oidc: OidcService) -> str:
    return oidc.button if oidc.provider.is_set else ""


def _draw_setup(request: Request, renderer: Renderer, entry: SignInForm, error: RequestError | None = None) -> Response:
    return _draw_form(
        request,
        renderer,
        entry,
        error,
        action="/setup",
        heading=_("Create the admin's account"),
        about=_("An admin can do everything here: invite people, give roles, edit problems. This link works once."),
        hidden={"token": entry.token},
    )


def _draw_form(
    request: Request,
    renderer: Renderer,
    entry: SignInForm,
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
        email=entry.email[:254],
        errors={} if error is None else {_find_field(error): error.message},
    )
    response.headers.update({} if error is None else error.headers)
    return response


def _find_field(error: RequestError) -> str:
    """Return the name of the form's field that `error` is about, or `form` for the whole form."""
    match error:
        case InvalidInputError(field=("name" | "password" | "email") as field):
            return field
        case NameTakenError():
            return "name"
        case WrongCredentialsError():
            return "password"
    return "form"
