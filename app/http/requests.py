"""Properties of requests: safe methods, and cookies."""

from typing import Final

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing (RFC 9110, 9.2.1)."""
SESSION_COOKIE: Final = "jaxdojo_session"
SESSION_COOKIES: Final = (SESSION_COOKIE, f"__Host-{SESSION_COOKIE}")
"""The cookie's names, without encryption and with it."""
BROWSER_COOKIE: Final = "jaxdojo_browser"
BROWSER_COOKIES: Final = (BROWSER_COOKIE, f"__Host-{BROWSER_COOKIE}")
"""The same of the cookie by which a browser is known."""
