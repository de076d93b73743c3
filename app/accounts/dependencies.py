"""Who asks: FastAPI dependencies for routes and pages.

An `Authorization` header decides alone: a request with a wrong token is refused even when it has a good cookie.
"""

from typing import Annotated

from fastapi import Depends, Request

from app.accounts.cookies import find_client, read_session_token
from app.accounts.schemas import Account
from app.accounts.scopes import find_scope
from app.audit.log import SERVICE, Actor, act_as, shorten_address
from app.errors import NotSignedInError
from app.language import translate as _
from app.openapi import COOKIE, TOKEN
from app.services import Services, ServicesDep
from app.tokens.errors import MissingScopeError


async def find_user(
    request: Request, services: ServicesDep, _token: Annotated[object, Depends(TOKEN)]
) -> Account | None:
    """Return the account of the request's bearer token or cookie; None without either.

    Raises `NotSignedInError`, `MissingScopeError` and `TooManyRequestsError`.
    It is kept in the request's state, too, for the page that tells of an error, and named in the audit log.
    """
    request.state.user = user = await _identify(request, services)
    act_as(Actor(user.name, user.id, shorten_address(find_client(request).address)) if user else SERVICE)
    if user is not None:
        services.requests.take(user.id)
    return user


async def _identify(request: Request, services: Services) -> Account | None:
    authorization = request.headers.get("authorization")
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        account = await services.tokens.find(token.strip()) if scheme.lower() == "bearer" else None
        if account is None:
            message = (
                "This API token isn't known here, or has expired. `/account/tokens` makes one, or "
                "`jaxdojo user token NAME`: `Authorization: Bearer TOKEN`."
            )
            raise NotSignedInError(message)
        scope = find_scope(request.method, request.url.path)
        if account.scopes is not None and scope not in account.scopes:
            raise MissingScopeError(scope)
        return account
    token = read_session_token(request) or ""
    return await services.sessions.find(token) if token else None


OptionalUser = Annotated[Account | None, Depends(find_user)]
"""The account that asks, or None."""


async def current_user(user: OptionalUser, _cookie: Annotated[object, Depends(COOKIE)]) -> Account:
    """Return the account that asks; raises `NotSignedInError` without one."""
    if user is None:
        raise NotSignedInError
    return user


CurrentUser = Annotated[Account, Depends(current_user)]
"""The account that asks; 401 without one."""


async def browser_user(request: Request, user: CurrentUser) -> Account:
    """Return the account that is signed in here; raises `NotSignedInError` for an API token, too."""
    if "authorization" in request.headers:
        raise NotSignedInError(_("This is for people who are signed in; an API token doesn't open it."))
    return user


BrowserUser = Annotated[Account, Depends(browser_user)]
"""The account that is signed in with a browser; 401 for all others."""
