"""Somebody's own account: e-mail address, password, sign-ins.

These pages are for browsers: an API token, whatever it may do elsewhere, doesn't open them.
"""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response, status
from fastapi.responses import HTMLResponse

from app.accounts.cookies import clear_session_cookie, find_client, read_session_token, set_session_cookie
from app.accounts.dependencies import BrowserUser, OptionalUser
from app.accounts.schemas import Account
from app.accounts.service import PASSWORD_LENGTHS
from app.errors import InvalidInputError, WrongCredentialsError
from app.language import translate as _
from app.services import Services, ServicesDep
from app.web.page import RendererDep, ask_to_sign_in, go
from app.web.rendering import Renderer

router = APIRouter(prefix="/account", default_response_class=HTMLResponse, include_in_schema=False)


@router.get("")
async def show_settings(
    request: Request, user: OptionalUser, services: ServicesDep, renderer: RendererDep, done: str = ""
) -> Response:
    """Show somebody's own account."""
    if user is None:
        return ask_to_sign_in(request)
    return await draw_settings(request, user, services, renderer, done=done)


@router.post("/password")
async def change_password(
    request: Request,
    user: BrowserUser,
    services: ServicesDep,
    renderer: RendererDep,
    old: Annotated[str, Form()] = "",
    new: Annotated[str, Form()] = "",
) -> Response:
    """Store another password; every other browser is signed out."""
    token = read_session_token(request) or ""
    try:
        signed_in = await services.sessions.change_password(user, old, new, find_client(request), token)
    except WrongCredentialsError:
        return await draw_settings(request, user, services, renderer, errors={"old": _("This isn't your password.")})
    except InvalidInputError as error:
        return await draw_settings(request, user, services, renderer, errors={"new": error.message})
    told = _("It was changed on the page Account.")
    await services.recovery.tell(user, _("your password was changed"), told)
    response = go("/account?done=password")
    set_session_cookie(request, response, signed_in)
    return response


@router.post("/email")
async def change_email(
    request: Request,
    user: BrowserUser,
    services: ServicesDep,
    renderer: RendererDep,
    email: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
) -> Response:
    """Send a link that confirms another address, or take the address away."""
    client = find_client(request)
    try:
        await services.sessions.confirm(user, password, client, read_session_token(request) or "")
        await services.recovery.request_email(user, email, client)
    except WrongCredentialsError:
        wrong = {"email-password": _("This isn't your password.")}
        return await draw_settings(request, user, services, renderer, errors=wrong, email=email)
    except InvalidInputError as error:
        return await draw_settings(request, user, services, renderer, errors={"email": error.message}, email=email)
    return go(f"/account?done={'mailed' if email.strip() else 'removed'}")


@router.get("/email")
async def show_confirmation(request: Request, user: OptionalUser, renderer: RendererDep, token: str = "") -> Response:
    """Ask whether the address is to be confirmed: programs that look at mails follow links, too."""
    if user is None:
        return ask_to_sign_in(request)
    return renderer.page(request, "confirm_email.html", user, here="/account", token=token)


@router.post("/email/confirm")
async def confirm_email(user: BrowserUser, services: ServicesDep, token: Annotated[str, Form()] = "") -> Response:
    """Store the address that a link confirms."""
    await services.recovery.confirm_email(user, token)
    return go("/account?done=confirmed")


@router.post("/sessions/{session_id}/end")
async def end_session(session_id: str, user: BrowserUser, services: ServicesDep) -> Response:
    """Sign another browser out."""
    await services.sessions.end(user, session_id)
    return go("/account#sign-ins")


@router.post("/sessions/end")
async def end_sessions(request: Request, user: BrowserUser, services: ServicesDep) -> Response:
    """Sign out everywhere."""
    await services.sessions.end_all(user)
    response = go("/")
    clear_session_cookie(request, response)
    return response


@router.get("/export")
async def export(user: BrowserUser, services: ServicesDep) -> Response:
    """Give somebody everything that is stored about them, as a file."""
    return Response(
        await services.personal_data.export(user),
        media_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="jaxdojo-{user.name}.json"',
            "Cache-Control": "no-store",
        },
    )


@router.post("/delete")
async def delete_account(
    request: Request,
    user: BrowserUser,
    services: ServicesDep,
    renderer: RendererDep,
    password: Annotated[str, Form()] = "",
) -> Response:
    """Delete one's account, for good."""
    try:
        await services.sessions.confirm(user, password, find_client(request), read_session_token(request) or "")
    except WrongCredentialsError:
        wrong = {"delete-password": _("This isn't your password.")}
        return await draw_settings(request, user, services, renderer, errors=wrong)
    await services.recovery.tell(user, _("your account is deleted"), _("It was deleted on the page Account."))
    await services.personal_data.delete(user)
    response = go("/")
    clear_session_cookie(request, response)
    return response


async def draw_settings(
    request: Request,
    user: Account,
    services: Services,
    renderer: Renderer,
    *,
    done: str = "",
    errors: dict[str, str] | None = None,
    email: str | None = None,
) -> Response:
    """Draw the page; `done` says what has been done, `errors` what is wrong with the field of that id."""
    messages = {
        "password": _("The password was changed, and every other browser was signed out."),
        "mailed": _("A link was sent to the address. It is stored when you have opened it, within an hour."),
        "removed": _("The address was taken away."),
        "confirmed": _("The address is confirmed."),
        "factor-off": _("The second factor is off."),
        "linked": _("You can sign in by %(provider)s from now on.", provider=services.oidc.button),
        "unlinked": _("Nobody signs in to your account by %(provider)s any more.", provider=services.oidc.button),
    }
    stored = await services.recovery.find_email(user)
    return renderer.page(
        request,
        "settings.html",
        user,
        status=status.HTTP_422_UNPROCESSABLE_CONTENT if errors else status.HTTP_200_OK,
        here="/account",
        sessions=await services.sessions.list_own(user, read_session_token(request) or ""),
        done=messages.get(done, ""),
        has_password=await services.sessions.has_password(user),
        factor=await services.second_factor.find_state(user),
        provider=services.oidc.button if services.oidc.provider.is_set else "",
        linked=await services.oidc.is_linked(user),
        confirmed=stored,
        email=(stored or "") if email is None else email,
        least=PASSWORD_LENGTHS[0],
        errors=errors or {},
    )
