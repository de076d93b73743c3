"""Properties of requests: safe methods, cookies, and the address that was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fastapi import Request

    from app.kit.settings import Settings

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing (RFC 9110, 9.2.1)."""
SESSION_COOKIE: Final = "jaxdojo_session"
SESSION_COOKIES: Final = (SESSION_COOKIE, f"__Host-{SESSION_COOKIE}")
"""The cookie's names, without encryption and with it."""
BROWSER_COOKIE: Final = "jaxdojo_browser"
BROWSER_COOKIES: Final = (BROWSER_COOKIE, f"__Host-{BROWSER_COOKIE}")
"""The same of the cookie by which a browser is known."""


def find_site(request: Request) -> str:
    """Return where the reader finds this site, without a slash at the end, for links that they are shown."""
    settings: Settings = request.app.state.services.settings
    return settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
