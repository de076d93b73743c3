"""Switching the second factor on, with a picture for the phone, and off."""

from typing import Annotated
from urllib.parse import parse_qs, urlsplit

from fastapi import APIRouter, Form, Request, Response, status
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from app.accounts.cookies import find_client, read_session_token
from app.accounts.dependencies import BrowserUser
from app.accounts.errors import WrongCodeError
from app.accounts.schemas import Account
from app.errors import WrongCredentialsError
from app.language import translate as _
from app.services import Services, ServicesDep
from app.web.page import RendererDep, go
from app.web.rendering import Renderer
from app.web.settings_page import draw_settings

router = APIRouter(prefix="/account/second-factor", default_response_class=HTMLResponse, include_in_schema=False)

PasswordField = Annotated[str, Form()]
CodeField = Annotated[str, Form()]


@router.post("")
async def begin(
    request: Request, user: BrowserUser, services: ServicesDep, renderer: RendererDep, password: PasswordField = ""
) -> Response:
    """Make a secret for the phone; it counts once a code has come back."""
    try:
        await services.sessions.confirm(user, password, find_client(request), read_session_token(request) or "")
    except WrongCredentialsError:
        return await _refuse_password(request, user, services, renderer)
    await services.second_factor.begin(user)
    return go("/account/second-factor")


@router.get("")
async def show_secret(request: Request, user: BrowserUser, services: ServicesDep, renderer: RendererDep) -> Response:
    """Show the secret that was begun, and ask for a code."""
    address = await services.second_factor.find_address(user)
    return _draw(request, renderer, user, address=address)


@router.post("/enable")
async def enable(
    request: Request, user: BrowserUser, services: ServicesDep, renderer: RendererDep, code: CodeField = ""
) -> Response:
    """Ask for codes from now on, and show the recovery codes, this once."""
    try:
        codes = await services.second_factor.enable(user, code)
    except WrongCodeError as error:
        address = await services.second_factor.find_address(user)
        return _draw(request, renderer, user, address=address, error=error)
    await services.recovery.tell(user, _("the second factor is on"), _("Signing in asks for a code from now on."))
    return _draw(request, renderer, user, codes=codes)


@router.post("/codes")
async def renew_codes(
    request: Request, user: BrowserUser, services: ServicesDep, renderer: RendererDep, code: CodeField = ""
) -> Response:
    """Make new recovery codes and show them, this once."""
    try:
        codes = await services.second_factor.renew_codes(user, code)
    except WrongCodeError as error:
        return await draw_settings(request, user, services, renderer, errors={"renew-code": error.message})
    return _draw(request, renderer, user, codes=codes)


@router.post("/disable")
async def disable(
    request: Request,
    user: BrowserUser,
    services: ServicesDep,
    renderer: RendererDep,
    password: PasswordField = "",
    code: CodeField = "",
) -> Response:
    """Ask for no codes any more."""
    try:
        await services.sessions.confirm(user, password, find_client(request), read_session_token(request) or "")
        await services.second_factor.disable(user, code)
    except WrongCredentialsError:
        return await _refuse_password(request, user, services, renderer)
    except WrongCodeError as error:
        return await draw_settings(request, user, services, renderer, errors={"factor-code": error.message})
    await services.recovery.tell(user, _("the second factor is off"), _("Signing in asks for no code any more."))
    return go("/account?done=factor-off")


async def _refuse_password(request: Request, user: Account, services: Services, renderer: Renderer) -> Response:
    wrong = {"factor-password": _("This isn't your password.")}
    return await draw_settings(request, user, services, renderer, errors=wrong)


def _draw(
    request: Request,
    renderer: Renderer,
    user: Account,
    *,
    address: str = "",
    codes: list[str] | None = None,
    error: WrongCodeError | None = None,
) -> Response:
    """Draw the secret with `address` and the question for a code, or else the recovery codes."""
    return renderer.page(
        request,
        "second_factor.html",
        user,
        status=status.HTTP_200_OK if error is None else status.HTTP_422_UNPROCESSABLE_CONTENT,
        here="/account",
        codes=codes,
        picture=draw_qr(address) if address else "",
        key=parse_qs(urlsplit(address).query).get("secret", [""])[0],
        errors={} if error is None else {"code": error.message},
    )


def draw_qr(text: str) -> Markup:
    """Return a QR code as an SVG, black on white by day and by night: not every camera reads it the other way."""
    import segno  # noqa: PLC0415 (for the few who want it, not at each start)

    drawn = segno.make(text, micro=False).svg_inline(
        scale=5, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None
    )
    return Markup(drawn)  # noqa: S704 - drawn from modules, without the text
