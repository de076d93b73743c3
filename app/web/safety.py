"""Page security: the content security policy, and redirects that stay on this site.

Scripts and styles come only from this site's files, never from the page's text. The editor creates style sheets at run
time; its shadow root adopts them (`web/src/root.ts`), which needs no exception in the policy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from app.http.requests import SAFE_METHODS

if TYPE_CHECKING:
    from starlette.requests import Request

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


def find_address(request: Request) -> str:
    """Return the path and query that show the reader's page again; `/` if they aren't known.

    That is this request's or, if it sent a form, those of the page with the form, since many forms' own addresses only
    accept forms.
    """
    if request.method in SAFE_METHODS:
        parts = urlsplit(str(request.url))
    else:
        try:
            parts = urlsplit(request.headers.get("referer", ""))
        except ValueError:
            return "/"
        if parts.netloc.lower() != request.headers.get("host", "").lower():
            return "/"
    return stay_here(parts.path + (f"?{parts.query}" if parts.query else ""))


def stay_here(address: str | None) -> str:
    """Return `address` if it is a path on this site, else `/`: a sign-in must not lead to another site's page."""
    if not address or not address.startswith("/") or "\\" in address or any(ord(sign) <= ord(" ") for sign in address):
        return "/"
    try:
        parts = urlsplit(address)
    except ValueError:
        return "/"
    return "/" if parts.scheme or parts.netloc or address.startswith("//") else address
