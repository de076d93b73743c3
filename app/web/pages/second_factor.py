"""Turning the second factor on, with a QR code for the phone, and off."""

from typing import Annotated
from urllib.parse import parse_qs, urlsplit

from fastapi import APIRouter, Form, Request, Response, status
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from app.domains.accounts.cookies import find_client, read_session_token
from app.domains.accounts.dependencies import BrowserUser, RecoveryDep, SecondFactorDep, SessionsDep
from app.domains.accounts.errors import WrongCodeError
from app.domains.accounts.schemas import Account
from app.kit.errors import WrongCredentialsError
from app.kit.language import translate as _
from app.web.navigation import RendererDep, go
from app.web.pages.settings import SettingsPageDep
from app.web.rendering import Renderer

router = APIRouter(prefix="/account/second-factor", default_response_class=HTMLResponse, include_in_schema=False)

PasswordField = Annotated[str, Form()]
CodeField = Annotated[str, Form()]


@router.post("")
async def begin(
    request: Request,
    user: BrowserUser,
    sessions: SessionsDep,
    second_factor: SecondFactorDep,
    page: SettingsPageDep,
    password: PasswordField = "",
) -> Response:
    """Make a secret for the phone; it counts once a code has come back."""
    try:
        await sessions.confirm(user, password, find_client(request), read_session_token(request) or "")
    except WrongCredentialsError:
        return await page.draw(user, errors={"factor-password": _("This isn't your password.")})
    await second_factor.begin(user)
    return go("/account/second-factor")


@router.get("")
async def show_secret(
    request: Request, user: BrowserUser, second_factor: SecondFactorDep, renderer: RendererDep
) -> Response:
    """Show the secret that was begun, and ask for a code."""
    address = await second_factor.find_address(user)
    return _draw(request, renderer, user, address=address)


@router.post("/enable")
async def enable(
    request: Request,
    user: BrowserUser,
    recovery: RecoveryDep,
    second_factor: SecondFactorDep,
    renderer: RendererDep,
    code: CodeField = "",
) -> Response:
    """Ask for codes from now on, and show the recovery codes, only once."""
    try:
        codes = await second_factor.enable(user, code, find_client(request))
    except WrongCodeError as error:
        if (await second_factor.find_state(user)).enabled:  # The form was sent twice, and the first answer is lost.
            return go("/account?done=factor-on")
        address = await second_factor.find_address(user)
        return _draw(request, renderer, user, address=address, error=error)
    await recovery.notify(user, _("the second factor is on"), _("Signing in now needs a code."))
    return _draw(request, renderer, user, codes=codes)


@router.post("/codes")
async def renew_codes(
    request: Request,
    user: BrowserUser,
    second_factor: SecondFactorDep,
    renderer: RendererDep,
    page: SettingsPageDep,
    code: CodeField = "",
) -> Response:
    """Create new recovery codes and show them, only once."""
    try:
        codes = await second_factor.renew_codes(user, code, find_client(request))
    except WrongCodeError as error:
        lost = _("If you sent this form twice, new codes were made: make others with the next code.")
        return await page.draw(user, errors={"renew-code": f"{error.message} {lost}"})
    return _draw(request, renderer, user, codes=codes)


@router.post("/disable")
async def disable(
    request: Request,
    user: BrowserUser,
    sessions: SessionsDep,
    recovery: RecoveryDep,
    second_factor: SecondFactorDep,
    page: SettingsPageDep,
    password: PasswordField = "",
    code: CodeField = "",
) -> Response:
    """Turn off the second factor."""
    try:
        await sessions.confirm(user, password, find_client(request), read_session_token(request) or "")
        await second_factor.disable(user, code, find_client(request))
    except WrongCredentialsError:
        return await page.draw(user, errors={"factor-password": _("This isn't your password.")})
    except WrongCodeError as error:
        return await page.draw(user, errors={"factor-code": error.message})
    await recovery.notify(user, _("the second factor is off"), _("Signing in no longer needs a code."))
    return go("/account?done=factor-off")


def _draw(
    request: Request,
    renderer: Renderer,
    user: Account,
    *,
    address: str = "",
    codes: list[str] | None = None,
    error: WrongCodeError | None = None,
) -> Response:
    """Draw the secret in the `otpauth` URL `address` and the form for a code, or else the recovery codes."""
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
    """Return a QR code as an SVG, always black on white: not every camera reads it inverted."""
    import segno  # noqa: PLC0415 (for the few who want it, not at each start)

    drawn = segno.make(text, micro=False).svg_inline(
        scale=5, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None
    )
    return Markup(drawn)  # noqa: S704 - drawn from modules, without the text
