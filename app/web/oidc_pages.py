"""Signing in by the provider: there, back, and for a newcomer the choice of a name."""

import base64
import json
from dataclasses import asdict
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Query, Request, Response, status
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ValidationError

from app.accounts.cookies import find_client, is_secure, read_session_token
from app.accounts.dependencies import BrowserUser, OptionalUser, find_user
from app.accounts.errors import ProviderError, SecondFactorNeededError
from app.accounts.provider import Flow, Person, Provider
from app.accounts.schemas import Account
from app.errors import InvalidInputError, NameTakenError, NotFoundError, RequestError
from app.language import translate as _
from app.services import Services, ServicesDep
from app.web.account_pages import admit, draw_code
from app.web.page import RendererDep, find_site, go
from app.web.rendering import Renderer
from app.web.safety import stay_here

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(find_user)])

COOKIE: Final = "jaxdojo_provider"
LASTS_S: Final = 600
"""How long somebody may be at the provider."""
CALLBACK: Final = "/signin/oidc/callback"
MAX_NAME: Final = 32


class Errand(BaseModel):
    """What the browser keeps in a cookie while it is away. `link`: who is signed in wants to be known by it."""

    state: str
    nonce: str
    verifier: str
    next: str
    invitation: str
    link: bool


@router.get("/signin/oidc")
async def leave(
    request: Request,
    services: ServicesDep,
    address: Annotated[str | None, Query(alias="next")] = None,
    invitation: str = "",
    link: str = "",
) -> Response:
    """Send the browser to the provider. Another site's page can't: it would sign people in unasked."""
    provider = _require_provider(services)
    if request.headers.get("sec-fetch-site", "none") not in {"same-origin", "none"}:
        return go("/signin")
    target, flow = await provider.begin(find_site(request) + CALLBACK)
    errand = Errand(**asdict(flow), next=stay_here(address), invitation=invitation[:100], link=bool(link))
    response = go(target)
    response.set_cookie(
        _find_cookie(request),
        base64.urlsafe_b64encode(errand.model_dump_json().encode()).decode(),
        max_age=LASTS_S,
        path="/",
        httponly=True,
        samesite="lax",  # The way back begins at the provider.
        secure=is_secure(request),
    )
    return response


@router.get(CALLBACK)
async def come_back(request: Request, user: OptionalUser, services: ServicesDep, renderer: RendererDep) -> Response:
    """Sign in, link, or greet who comes back; the cookie is good for one way back."""
    provider, errand = _require_provider(services), _read_errand(request)
    flow = Flow(errand.state, errand.nonce, errand.verifier)
    person = await provider.finish(flow, find_site(request) + CALLBACK, request.query_params)
    response = await _receive(request, user, services, renderer, errand, person)
    response.delete_cookie(_find_cookie(request), path="/", httponly=True, samesite="lax", secure=is_secure(request))
    return response


@router.post("/signin/oidc/join")
async def join(
    request: Request,
    services: ServicesDep,
    renderer: RendererDep,
    ticket: Annotated[str, Form()] = "",
    name: Annotated[str, Form()] = "",
    address: Annotated[str | None, Form(alias="next")] = None,
) -> Response:
    """Make a newcomer's account with the name that they chose, and sign in."""
    try:
        account = await services.oidc.join(ticket, name)
    except (InvalidInputError, NameTakenError) as error:
        return _draw_newcomer(request, services, renderer, ticket, name, address, error)
    signed_in = await services.sessions.admit(account, find_client(request), read_session_token(request))
    return admit(request, signed_in, address)


@router.post("/account/provider/unlink")
async def unlink(user: BrowserUser, services: ServicesDep) -> Response:
    """Let nobody sign in to one's account by the provider any more."""
    await services.oidc.unlink(user)
    return go("/account?done=unlinked")


async def _receive(
    request: Request, user: Account | None, services: Services, renderer: Renderer, errand: Errand, person: Person
) -> Response:
    if errand.link:
        if user is None:
            raise ProviderError(_("You were signed out meanwhile, so nothing was linked. Sign in and try again."))
        await services.oidc.link(user, person)
        return go("/account?done=linked")
    account = await services.oidc.find(person)
    if account is None:
        ticket = await services.oidc.greet(person, errand.invitation)
        return _draw_newcomer(request, services, renderer, ticket, _suggest_name(person.name), errand.next)
    try:
        signed_in = await services.sessions.admit(account, find_client(request), read_session_token(request))
    except SecondFactorNeededError as needed:
        return draw_code(request, renderer, needed.ticket, errand.next)
    return admit(request, signed_in, errand.next)


def _draw_newcomer(
    request: Request,
    services: Services,
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
        provider=services.oidc.button,
        ticket=ticket,
        name=name,
        errors={} if error is None else {"name": error.message},
    )


def _require_provider(services: Services) -> Provider:
    if not services.oidc.provider.is_set:
        raise NotFoundError(_("Nobody signs in by a provider here."))
    return services.oidc.provider


def _read_errand(request: Request) -> Errand:
    try:
        return Errand.model_validate(json.loads(base64.urlsafe_b64decode(request.cookies[_find_cookie(request)])))
    except (KeyError, ValueError, ValidationError):
        message = _("This sign-in wasn't begun in this browser, or took too long. Begin again.")
        raise ProviderError(message) from None


def _suggest_name(name: str) -> str:
    """Return a name as people are called here that is near to the provider's."""
    kept = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name.partition("@")[0])
    return kept.strip("-")[:MAX_NAME]


def _find_cookie(request: Request) -> str:
    return f"__Host-{COOKIE}" if is_secure(request) else COOKIE
