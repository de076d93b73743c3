"""The cookie that carries a sign-in.

Behind https its name begins with `__Host-`: a browser takes such a cookie only encrypted, from this very host and for
all of it, so that no neighbour and nobody on the line can set one.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from app.accounts.schemas import Client

if TYPE_CHECKING:
    from fastapi import Request, Response

    from app.accounts.schemas import SignIn
    from app.settings import Settings

SESSION_COOKIE: Final = "jaxdojo_session"
SESSION_COOKIES: Final = (SESSION_COOKIE, f"__Host-{SESSION_COOKIE}")
"""Its names, without encryption and with it."""


def is_secure(request: Request) -> bool:
    """Whether the browser speaks https: with this server, or with a proxy before it (`JAXDOJO_PUBLIC_URL`)."""
    settings: Settings = request.app.state.services.settings
    return request.url.scheme == "https" or settings.public_url.startswith("https://")


def read_session_token(request: Request) -> str | None:
    """Return the sign-in's token that the browser sent, if any."""
    return request.cookies.get(_find_name(request)) or None


def set_session_cookie(request: Request, response: Response, sign_in: SignIn) -> None:
    """Give the browser the sign-in's token, out of reach of scripts."""
    response.set_cookie(
        _find_name(request),
        sign_in.token,
        max_age=int((sign_in.expires_at - datetime.now(UTC)).total_seconds()),
        path="/",
        httponly=True,
        samesite="lax",
        secure=is_secure(request),
    )


def clear_session_cookie(request: Request, response: Response) -> None:
    """Take it back."""
    response.delete_cookie(_find_name(request), path="/", httponly=True, samesite="lax", secure=is_secure(request))


def find_client(request: Request) -> Client:
    """Return who asks."""
    address = request.client.host if request.client is not None else ""
    return Client(address, request.headers.get("user-agent", ""))


def _find_name(request: Request) -> str:
    return SESSION_COOKIES[is_secure(request)]
