"""Authentication: FastAPI dependencies for routes and pages.

An `Authorization` header takes precedence: a request with a wrong token is refused even with a valid cookie.
"""

from typing import Annotated, Protocol

from fastapi import Depends, Request

from app.domains.accounts.cookies import find_client, read_session_token
from app.domains.accounts.errors import MissingScopeError
from app.domains.accounts.invitations import InvitationService
from app.domains.accounts.oidc import OidcService
from app.domains.accounts.personal_data import PersonalDataService
from app.domains.accounts.recovery import RecoveryService
from app.domains.accounts.schemas import Account
from app.domains.accounts.scopes import find_scope
from app.domains.accounts.second_factor import SecondFactorService
from app.domains.accounts.service import AccountService
from app.domains.accounts.sessions import SessionService
from app.domains.audit.log import SERVICE, Actor, act_as
from app.domains.limits.limiter import Limiter
from app.http.documentation import COOKIE, TOKEN
from app.http.parts import provide
from app.kit.addresses import shorten_address
from app.kit.errors import NotSignedInError
from app.kit.language import translate as _

AccountsDep = Annotated[AccountService, provide("accounts")]

SessionsDep = Annotated[SessionService, provide("sessions")]

InvitationsDep = Annotated[InvitationService, provide("invitations")]

RecoveryDep = Annotated[RecoveryService, provide("recovery")]

SecondFactorDep = Annotated[SecondFactorService, provide("second_factor")]

OidcDep = Annotated[OidcService, provide("oidc")]

PersonalDataDep = Annotated[PersonalDataService, provide("personal_data")]


class TokenFinder(Protocol):
    """Finds the account of an API token; implemented by `app.domains.tokens`, which depends on accounts."""

    async def find(self, token: str) -> Account | None:
        """Return the account of a token; None if it is unknown or has expired."""


async def find_user(
    request: Request,
    sessions: SessionsDep,
    tokens: Annotated[TokenFinder, provide("tokens")],
    requests: Annotated[Limiter[int], provide("requests")],
    _token: Annotated[object, Depends(TOKEN)],
) -> Account | None:
    """Return the account of the request's bearer token or cookie; None without either.

    Raises `NotSignedInError`, `MissingScopeError` and `TooManyRequestsError`.
    The account is also stored in the request's state, for error pages, and becomes the actor in the audit log.
    """
    request.state.user = user = await _identify(request, sessions, tokens)
    act_as(Actor(user.name, user.id, shorten_address(find_client(request).address)) if user else SERVICE)
    if user is not None:
        requests.take(user.id)
    return user


async def _identify(request: Request, sessions: SessionService, tokens: TokenFinder) -> Account | None:
    authorization = request.headers.get("authorization")
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        account = await tokens.find(token.strip()) if scheme.lower() == "bearer" else None
        if account is None:
            message = (
                "This API token is unknown here or has expired. Create one at `/account/tokens` or with `jaxdojo user "
                "token NAME`: `Authorization: Bearer TOKEN`."
            )
            raise NotSignedInError(message)
        scope = find_scope(request.method, request.url.path)
        if account.scopes is not None and scope not in account.scopes:
            raise MissingScopeError(scope)
        return account
    token = read_session_token(request) or ""
    return await sessions.find(token) if token else None


OptionalUser = Annotated[Account | None, Depends(find_user)]
"""The requesting account, or None."""


async def current_user(user: OptionalUser, _cookie: Annotated[object, Depends(COOKIE)]) -> Account:
    """Return the requesting account; raises `NotSignedInError` without one."""
    if user is None:
        raise NotSignedInError
    return user


CurrentUser = Annotated[Account, Depends(current_user)]
"""The requesting account; 401 without one."""


async def browser_user(request: Request, user: CurrentUser) -> Account:
    """Return the account signed in with a browser; raises `NotSignedInError`, also for an API token."""
    if "authorization" in request.headers:
        raise NotSignedInError(_("Sign in to do this; an API token isn't enough."))
    return user


BrowserUser = Annotated[Account, Depends(browser_user)]
"""The account signed in with a browser; 401 for any other request."""


async def optional_browser_user(request: Request, user: OptionalUser) -> Account | None:
    """Return the account signed in with a browser, or None; raises `NotSignedInError` for an API token."""
    return None if user is None else await browser_user(request, user)


OptionalBrowserUser = Annotated[Account | None, Depends(optional_browser_user)]
"""The account signed in with a browser, or None, for pages that then ask to sign in; 401 for an API token."""
