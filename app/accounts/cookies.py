"""The cookie that carries a sign-in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fastapi import Request, Response

    from app.accounts.schemas import SignIn

SESSION_COOKIE: Final = "jaxdojo_session"


def read_session_token(request: Request) -> str | None:
    """Return the sign-in's token that the browser sent, if any."""
    return request.cookies.get(SESSION_COOKIE) or None


def set_session_cookie(request: Request, response: Response, sign_in: SignIn) -> None:
    """Give the browser the sign-in's token, out of reach of scripts."""
    response.set_cookie(
        SESSION_COOKIE,
        sign_in.token,
        max_age=int((sign_in.expires_at - datetime.now(UTC)).total_seconds()),
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def clear_session_cookie(response: Response) -> None:
    """Take it back."""
    response.delete_cookie(SESSION_COOKIE, path="/", httponly=True, samesite="lax")


def find_address(request: Request) -> str:
    """Return the address that a request came from."""
    return request.client.host if request.client is not None else ""
