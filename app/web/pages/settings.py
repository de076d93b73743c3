"""The reader's own account: e-mail address, password, sign-ins.

These pages are for browsers: API tokens are refused, whatever their scopes.
"""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Path, Request, Response, status
from fastapi.responses import HTMLResponse, StreamingResponse

from app.domains.accounts.cookies import clear_session_cookie, find_client, read_session_token, set_session_cookie
from app.domains.accounts.dependencies import (
    BrowserUser,
    OidcDep,
    OptionalBrowserUser,
    PersonalDataDep,
    RecoveryDep,
    SecondFactorDep,
    SessionsDep,
)
from app.domains.accounts.schemas import Account
from app.domains.accounts.service import PASSWORD_LENGTHS
from app.domains.accounts.streams import STREAM
from app.domains.lti.dependencies import LtiDep
from app.domains.problems.dependencies import BetasDep
from app.kit.errors import InvalidInputError, WrongCredentialsError
from app.kit.language import translate as _
from app.web.navigation import RendererDep, ask_to_sign_in, go
from app.web.pages.accounts import NextParameter
from app.web.pages.community import MAX_DATABASE_INT
from app.web.safety import stay_here

router = APIRouter(prefix="/account", default_response_class=HTMLResponse, include_in_schema=False)


class SettingsPage:
    """The account page with all its data, which is also shown if one of its forms is refused."""

    def __init__(
        self,
        request: Request,
        sessions: SessionsDep,
        recovery: RecoveryDep,
        second_factor: SecondFactorDep,
        oidc: OidcDep,
        betas: BetasDep,
        lti: LtiDep,
        renderer: RendererDep,
    ) -> None:
        self._request = request
        self._sessions = sessions
        self._recovery = recovery
        self._second_factor = second_factor
        self._oidc = oidc
        self._betas = betas
        self._lti = lti
        self._renderer = renderer

    async def draw(
        self,
        user: Account,
        *,
        done: str = "",
        errors: dict[str, str] | None = None,
        email: str | None = None,
        on: str = "",
    ) -> Response:
        """Draw the page; `done` names the action that was done, `errors` has messages by the ids of fields.

        `on` is the page to which somebody was going.
        """
        messages = {
            "password": _(
                "The password was changed. Every other browser was signed out, and all API tokens were revoked."
            ),
            "mailed": _("We sent a link to the address. Open it within an hour to confirm the address."),
            "unsent": _(
                "Your account is ready, but we sent no link to your e-mail address: too many were asked for from your "
                "network. Add the address here in an hour."
            ),
            "removed": _("The address was removed."),
            "confirmed": _("The address is confirmed."),
            "factor-on": _("The second factor is on. If you haven't seen the recovery codes, make new ones."),
            "factor-off": _("The second factor is off."),
            "linked": _("You can now sign in with %(provider)s.", provider=self._oidc.button),
            "volunteers": _("Your list now includes katas in beta."),
            "no-volunteer": _("You no longer see katas in beta."),
            "platform-unlinked": _(
                "They are no longer signed in to this account when they come from their platform. End their sign-ins "
                "below."
            ),
            "unlinked": _("You can no longer sign in with %(provider)s.", provider=self._oidc.button),
        }
        stored = await self._recovery.find_email(user)
        return self._renderer.page(
            self._request,
            "settings.html",
            user,
            status=status.HTTP_422_UNPROCESSABLE_CONTENT if errors else status.HTTP_200_OK,
            here="/account",
            sessions=await self._sessions.list_own(user, read_session_token(self._request) or ""),
            done=messages.get(done, ""),
            on=on,
            has_password=await self._sessions.has_password(user),
            factor=await self._second_factor.find_state(user),
            provider=self._oidc.button if self._oidc.provider.is_set else "",
            linked=await self._oidc.is_linked(user),
            platforms=await self._lti.identities.list_own(user),
            confirmed=stored,
            email=(stored or "") if email is None else email,
            volunteers=await self._betas.volunteers(user),
            least=PASSWORD_LENGTHS[0],
            errors=errors or {},
        )


SettingsPageDep = Annotated[SettingsPage, Depends()]
"""The type of a route's parameter that receives the page."""


@router.get("")
async def show_settings(
    request: Request,
    user: OptionalBrowserUser,
    page: SettingsPageDep,
    done: str = "",
    address: NextParameter = None,
) -> Response:
    """Show somebody's own account; `next` is the page to which they were going."""
    if user is None:
        return ask_to_sign_in(request)
    return await page.draw(user, done=done, on=stay_here(address) if address else "")


@router.post("/password")
async def change_password(
    request: Request,
    user: BrowserUser,
    sessions: SessionsDep,
    recovery: RecoveryDep,
    page: SettingsPageDep,
    old: Annotated[str, Form()] = "",
    new: Annotated[str, Form()] = "",
) -> Response:
    """Store another password; every other browser is signed out, and API tokens are revoked."""
    token = read_session_token(request) or ""
    try:
        signed_in = await sessions.change_password(user, old, new, find_client(request), token)
    except WrongCredentialsError:
        return await page.draw(
            user,
            errors={"old": _("This isn't your password.")},
        )
    except InvalidInputError as error:
        return await page.draw(user, errors={"new": error.message})
    told = _("It was changed on the Account page.")
    await recovery.notify(user, _("your password was changed"), told)
    response = go("/account?done=password")
    set_session_cookie(request, response, signed_in)
    return response


@router.post("/email")
async def change_email(
    request: Request,
    user: BrowserUser,
    sessions: SessionsDep,
    recovery: RecoveryDep,
    page: SettingsPageDep,
    email: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
) -> Response:
    """Send a link that confirms another address, or take the address away."""
    client = find_client(request)
    try:
        await sessions.confirm(user, password, client, read_session_token(request) or "")
        await recovery.request_email(user, email, client)
    except WrongCredentialsError:
        wrong = {"email-password": _("This isn't your password.")}
        return await page.draw(user, errors=wrong, email=email)
    except InvalidInputError as error:
        return await page.draw(
            user,
            errors={"email": error.message},
            email=email,
        )
    return go(f"/account?done={'mailed' if email.strip() else 'removed'}")


@router.get("/email")
async def show_confirmation(
    request: Request, user: OptionalBrowserUser, renderer: RendererDep, token: str = ""
) -> Response:
    """Ask whether to confirm the address: programs that scan e-mails also follow links."""
    if user is None:
        return ask_to_sign_in(request)
    return renderer.page(request, "confirm_email.html", user, here="/account", token=token)


@router.post("/email/confirm")
async def confirm_email(user: BrowserUser, recovery: RecoveryDep, token: Annotated[str, Form()] = "") -> Response:
    """Store the address that a link confirms."""
    await recovery.confirm_email(user, token)
    return go("/account?done=confirmed")


@router.post("/sessions/{session_id}/end")
async def end_session(session_id: str, user: BrowserUser, sessions: SessionsDep) -> Response:
    """Sign another browser out."""
    await sessions.end(user, session_id)
    return go("/account#sign-ins")


@router.post("/sessions/end")
async def end_sessions(request: Request, user: BrowserUser, sessions: SessionsDep) -> Response:
    """Sign out everywhere."""
    await sessions.end_all(user)
    response = go("/")
    clear_session_cookie(request, response)
    return response


@router.post("/platforms/{identity_id}/unlink")
async def unlink_platform(
    identity_id: Annotated[int, Path(ge=1, le=MAX_DATABASE_INT)], user: BrowserUser, lti: LtiDep
) -> Response:
    """Unlink somebody at a platform from the reader's account."""
    await lti.identities.unlink(user, identity_id)
    return go("/account?done=platform-unlinked")


@router.get("/export", dependencies=[STREAM])
async def export(user: BrowserUser, personal_data: PersonalDataDep) -> Response:
    """Give somebody everything that is stored about them, as a file."""
    return StreamingResponse(
        personal_data.export(user),
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
    sessions: SessionsDep,
    recovery: RecoveryDep,
    personal_data: PersonalDataDep,
    page: SettingsPageDep,
    password: Annotated[str, Form()] = "",
) -> Response:
    """Delete one's account, for good."""
    try:
        await sessions.confirm(user, password, find_client(request), read_session_token(request) or "")
    except WrongCredentialsError:
        wrong = {"delete-password": _("This isn't your password.")}
        return await page.draw(user, errors=wrong)
    email = await recovery.find_email(user)
    await personal_data.delete(user)
    recovery.notify_deleted(user, email)
    response = go("/")
    clear_session_cookie(request, response)
    return response


@router.post("/betas")
async def choose_betas(user: BrowserUser, betas: BetasDep, volunteers: Annotated[bool, Form()]) -> Response:
    """Volunteer to try katas in beta, or no longer."""
    await betas.choose(user, volunteers=volunteers)
    return go(f"/account?done={'volunteers' if volunteers else 'no-volunteer'}")
