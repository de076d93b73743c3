"""Page security: the content security policy, and redirects that stay on this site.

Scripts and styles come only from this site's files, never from the page's text. The editor creates style sheets at run
time; its shadow root adopts them (`web/src/root.ts`), which needs no exception in the policy.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The content security policy of each page."""


def frame_policy(form_target: str = "'self'") -> str:
    """Return the policy of a page that a platform shows in a frame, and whose forms may only go to `form_target`."""
    policy = PAGE_POLICY.replace("form-action 'self'", f"form-action {form_target}")
    return policy.replace("frame-ancestors 'none'", "frame-ancestors *")


def page_headers(language: str) -> dict[str, str]:
    """Return the headers of a page in a language; `app.http.headers` adds others."""
    return {
        "Content-Security-Policy": PAGE_POLICY,
        "Cache-Control": "private, no-cache",
        "Content-Language": language,
        "Vary": "Accept-Language, Cookie",
    }


def stay_here(address: str | None) -> str:
    """Return `address` if it is a path on this site, else `/`: a sign-in must not lead to another site's page."""
    if not address or not address.startswith("/") or "\\" in address or any(ord(sign) <= ord(" ") for sign in address):
        return "/"
    try:
        parts = urlsplit(address)
    except ValueError:
        return "/"
    return "/" if parts.scheme or parts.netloc or address.startswith("//") else address
