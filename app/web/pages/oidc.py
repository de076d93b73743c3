"""Signing in with the identity provider: redirect, callback, and a newcomer's choice of a name."""

import base64
from dataclasses import asdict
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Query, Request, Response, status
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

from app.domains.accounts.cookies import find_client, is_secure, read_session_token
from app.domains.accounts.dependencies import (
    BrowserUser,
    OidcDep,
    OptionalBrowserUser,
    RecoveryDep,
    SessionsDep,
    find_user,
)
from app.domains.accounts.errors import ProviderError, SecondFactorNeededError
from app.domains.accounts.oidc import OidcService
from app.domains.accounts.provider import Flow, Person, Provider
from app.domains.accounts.recovery import RecoveryService
from app.domains.accounts.schemas import Account
from app.domains.accounts.sessions import SessionService, require_fresh
from app.http.requests import find_site
from app.kit.errors import InvalidInputError, NameTakenError, NotFoundError, RequestError
from app.kit.language import translate as _
from app.web.navigation import RendererDep, go
from app.web.pages.accounts import admit, draw_code
from app.web.rendering import Renderer
from app.web.safety import stay_here

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(find_user)])

COOKIE: Final = "jaxdojo_provider"
LASTS_S: Final = 600
"""The maximum time, in seconds, between redirect and callback."""
CALLBACK: Final = "/signin/oidc/callback"
MAX_NAME: Final = 32


class Errand(BaseModel):
    """The cookie's content until the callback. `link`: the signed-in account is to be linked."""

    state: str
    nonce: str
    verifier: str
    next: str
    invitation: str
    link: bool


@router.get("/signin/oidc")
async def leave(
    request: Request,
    user: OptionalBrowserUser,
    oidc: OidcDep,
    address: Annotated[str | None, Query(alias="next")] = None,
    invitation: str = "",
    link: str = "",
) -> Response:
    """Redirect the browser to the provider. Other sites' pages can't sign people in or link them."""
    provider = _require_provider(oidc)
    if not _is_asked_here(request, link=bool(link)):
        return go("/signin")
    if link and user is not None:
        require_fresh(user)
    target, flow = await provider.begin(find_site(request) + CALLBACK)
    errand = Errand(**asdict(flow), next=stay_here(address), invitation=invitation[:100], link=bool(link))
    response = go(target)
    response.set_cookie(
        _find_cookie(request),
        base64.urlsafe_b64encode(errand.model_dump_json().encode()).decode(),
        max_age=LASTS_S,
        path="/",
        httponly=True,
        samesite="lax",  # The callback comes from the provider's page.
        secure=is_secure(request),
    )
    return response


@router.get(CALLBACK)
async def come_back(
    request: Request,
    user: OptionalBrowserUser,
    sessions: SessionsDep,
    oidc: OidcDep,
    recovery: RecoveryDep,
    renderer: RendererDep,
) -> Response:
    """Handle the callback: sign in, link, or ask a newcomer's name. The cookie works for one callback."""
    provider, errand = _require_provider(oidc), _read_errand(request)
    flow = Flow(errand.state, errand.nonce, errand.verifier)
    person = await provider.finish(flow, find_site(request) + CALLBACK, request.query_params)
    response = await _receive(request, user, sessions, oidc, recovery, renderer, errand, person)
    response.delete_cookie(_find_cookie(request), path="/", httponly=True, samesite="lax", secure=is_secure(request))
    return response


@router.post("/signin/oidc/join")
async def join(
    request: Request,
    sessions: SessionsDep,
    oidc: OidcDep,
    renderer: RendererDep,
    ticket: Annotated[str, Form()] = "",
    name: Annotated[str, Form()] = "",
    address: Annotated[str | None, Form(alias="next")] = None,
) -> Response:
    """Make a newcomer's account with the name that they chose, and sign in."""
    try:
        account = await oidc.join(ticket, name)
    except (InvalidInputError, NameTakenError) as error:
        return _draw_newcomer(request, oidc, renderer, ticket, name, address, error)
    signed_in = await sessions.admit(account, find_client(request), read_session_token(request))
    return admit(request, signed_in, address)


@router.post("/account/provider/unlink")
async def unlink(user: BrowserUser, oidc: OidcDep) -> Response:
    """Unlink the provider from the reader's account."""
    await oidc.unlink(user)
    return go("/account?done=unlinked")


async def _receive(
    request: Request,
    user: Account | None,
    sessions: SessionService,
    oidc: OidcService,
    recovery: RecoveryService,
    renderer: Renderer,
    errand: Errand,
    person: Person,
) -> Response:
    if errand.link:
        if user is None:
            raise ProviderError(_("You were signed out in the meantime, so nothing was linked. Sign in and try again."))
        if await oidc.link(user, person):
            told = _("Somebody there can now sign in to it. You can unlink them on the Account page.")
            await recovery.notify(user, _("your account was linked to %(provider)s", provider=oidc.button), told)
        return go("/account?done=linked")
    account = await oidc.find(person)
    if account is None:
        ticket = await oidc.greet(person, errand.invitation)
        return _draw_newcomer(request, oidc, renderer, ticket, suggest_name(person.name), errand.next)
    try:
        signed_in = await sessions.admit(account, find_client(request), read_session_token(request))
    except SecondFactorNeededError as needed:
        return draw_code(request, renderer, needed.ticket, errand.next)
    return admit(request, signed_in, errand.next)


def _draw_newcomer(
    request: Request,
    oidc: OidcService,
    renderer: Renderer,
    ticket: str,
    name: str,
    address: str | None,
    error: RequestError | None = None,
) -> Response:
    return renderer.page(
        request,
        "newcomer.html",
        None,
        status=status.HTTP_200_OK if error is None else error.status,
        here=stay_here(address),
        next=stay_here(address),
        provider=oidc.button,
        ticket=ticket,
        name=name,
        errors={} if error is None else {"name": error.message},
    )


def _require_provider(oidc: OidcService) -> Provider:
    if not oidc.provider.is_set:
        raise NotFoundError(_("Signing in with a provider isn't set up here."))
    return oidc.provider


def _is_asked_here(request: Request, *, link: bool) -> bool:
    """Return whether the reader asked for this, and not another site's page.

    Browsers from before 2023, and all over plain http, don't say so; then our page must be the `Referer` of a link.
    """
    site = request.headers.get("sec-fetch-site")
    if site is None and link:
        return request.headers.get("referer", "").startswith(f"{find_site(request)}/")
    return site in {"same-origin", "none", None}


def _read_errand(request: Request) -> Errand:
    try:
        return Errand.model_validate_json(base64.urlsafe_b64decode(request.cookies[_find_cookie(request)]))
    except (KeyError, ValueError):  # pydantic's ValidationError is a ValueError
        message = _("This sign-in was started in another browser, or took too long. Start again.")
        raise ProviderError(message) from None


def suggest_name(name: str) -> str:
    """Return a valid name close to the provider's."""
    kept = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name.partition("@")[0])
    return kept.strip("-")[:MAX_NAME]


def _find_cookie(request: Request) -> str:
    return f"__Host-{COOKIE}" if is_secure(request) else COOKIE
