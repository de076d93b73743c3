"""What keeps a page safe: the content security policy, and addresses that stay on this site.

Scripts come from this site's files only, never from the page's text. The editor makes its style sheets at run time;
they carry the response's own nonce, so no other style in a page is believed either.
"""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit


def make_nonce() -> str:
    """Return a fresh nonce: 128 bits of chance, for one response."""
    return secrets.token_urlsafe(16)


def page_headers(nonce: str, language: str) -> dict[str, str]:
    """Return the headers of a page in a language, whose style sheets may carry `nonce`; `app.headers` adds others."""
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": f"'self' 'nonce-{nonce}'",
        "img-src": "'self'",
        "font-src": "'self'",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{directive} {value}" for directive, value in policy.items()),
        "Cache-Control": "private, no-cache",
        "Content-Language": language,
        "Vary": "Accept-Language, Cookie",
    }


def stay_here(address: str | None) -> str:
    """Return `address` where it is a path on this site, else `/`: a sign-in must not lead to a stranger's page."""
    if not address or not address.startswith("/") or "\\" in address or any(ord(sign) <= ord(" ") for sign in address):
        return "/"
    try:
        parts = urlsplit(address)
    except ValueError:
        return "/"
    return "/" if parts.scheme or parts.netloc or address.startswith("//") else address
