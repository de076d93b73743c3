"""Properties of requests: safe methods, cookies, and the requested address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fastapi import Request

    from app.kit.settings import Settings

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing (RFC 9110, 9.2.1)."""
SESSION_COOKIE: Final = "jaxdojo_session"
SESSION_COOKIES: Final = (SESSION_COOKIE, f"__Host-{SESSION_COOKIE}")
"""The names of the session cookie, over http and over https."""
BROWSER_COOKIE: Final = "jaxdojo_browser"
BROWSER_COOKIES: Final = (BROWSER_COOKIE, f"__Host-{BROWSER_COOKIE}")
"""The names of the cookie that identifies a browser, over http and over https."""


def find_settings(request: Request) -> Settings:
    """Return the installation's settings, for functions that get only a request; a route asks for `SettingsDep`."""
    settings: Settings = request.app.state.services.settings
    return settings


def find_site(request: Request) -> str:
    """Return this site's address as the reader sees it, without a trailing slash, for links in pages."""
    return find_settings(request).public_url.rstrip("/") or str(request.base_url).rstrip("/")
