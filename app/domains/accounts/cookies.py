"""The session cookie, and the cookie by which the browser is still known after sign-out.

With https their names begin with `__Host-`: a browser accepts such a cookie only over https, from exactly this host
and for all paths, so neither a sibling domain nor the network can set one.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.domains.accounts.schemas import Client
from app.domains.limits.throttle import KNOWN_FOR_S
from app.http.requests import BROWSER_COOKIES, SESSION_COOKIES, find_settings

if TYPE_CHECKING:
    from fastapi import Request, Response

    from app.domains.accounts.schemas import SignIn


def is_secure(request: Request) -> bool:
    """Return whether the browser uses https, to this server or to a proxy in front of it (`JAXDOJO_PUBLIC_URL`)."""
    return request.url.scheme == "https" or find_settings(request).public_url.startswith("https://")


def read_session_token(request: Request) -> str | None:
    """Return the session token that the browser sent, if any."""
    return request.cookies.get(_find_name(request)) or None


def set_session_cookie(request: Request, response: Response, sign_in: SignIn) -> None:
    """Set the session cookie, which scripts can't read, and the cookie that makes the browser known."""
    left_s = int((sign_in.expires_at - datetime.now(UTC)).total_seconds())
    _set_cookie(request, response, SESSION_COOKIES, sign_in.token, left_s)
    set_browser_cookie(request, response, sign_in.browser)


def set_browser_cookie(request: Request, response: Response, token: str) -> None:
    """Set the cookie that makes the browser known for the account to which `token` was issued; none if it is empty."""
    if token:
        _set_cookie(request, response, BROWSER_COOKIES, token, KNOWN_FOR_S)


def clear_session_cookie(request: Request, response: Response) -> None:
    """Clear the session cookie."""
    response.delete_cookie(_find_name(request), path="/", httponly=True, samesite="lax", secure=is_secure(request))


def find_client(request: Request) -> Client:
    """Return the address and browser of a request's client."""
    address = request.client.host if request.client is not None else ""
    browser = request.cookies.get(BROWSER_COOKIES[is_secure(request)], "")
    return Client(address, request.headers.get("user-agent", ""), browser[:100])


def _find_name(request: Request) -> str:
    return SESSION_COOKIES[is_secure(request)]


def _set_cookie(request: Request, response: Response, names: tuple[str, str], value: str, max_age_s: int) -> None:
    secure = is_secure(request)
    response.set_cookie(names[secure], value, max_age=max_age_s, path="/", httponly=True, samesite="lax", secure=secure)
