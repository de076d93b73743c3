"""Security headers of every response.

A page's own policy is in `app.web.safety` and overrides the one here, which allows nothing: other responses load
nothing, even when opened as a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    RawHeaders = Iterable[tuple[bytes, bytes]]

YEAR_S: Final = 365 * 24 * 3600
UNUSED: Final = (
    "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope", "hid",
    "magnetometer", "microphone", "midi", "payment", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
"""Browser features that no page of ours uses."""
FIXED: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""The headers of every response."""
OF_DOCUMENTS: Final = {
    "X-Frame-Options": "DENY",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED),
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""The headers of HTML. On a page's many small files they would weigh, and other responses don't need them: browsers
read most of them from documents only, and the policy `NOTHING` keeps other responses out of frames, too."""
NOTHING: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The content security policy of responses that aren't pages."""


UNLESS_FRAMED: Final = frozenset({b"x-frame-options", b"cross-origin-opener-policy"})
"""Those that pages which other sites may embed lack. The second would part a page from the platform that opened it in a
window, and waits there for it to say that it is done."""
FRAMED: Final = b"frame-ancestors *"
"""The directive in the policy of pages that other sites may embed: those of LTI, which contain nobody's data."""
_FIXED: Final = {name.lower().encode(): value.encode() for name, value in FIXED.items()}
_OF_DOCUMENTS: Final = {name.lower().encode(): value.encode() for name, value in OF_DOCUMENTS.items()}
_OURS: Final = _FIXED.keys() | _OF_DOCUMENTS.keys()
_NOTHING: Final = (b"content-security-policy", NOTHING.encode())
_HTTPS_ONLY: Final = (b"strict-transport-security", f"max-age={YEAR_S}".encode())


def protect(headers: RawHeaders, *, personal: bool, encrypted: bool) -> list[tuple[bytes, bytes]]:
    """Return a response's headers, with the missing ones added.

    `personal`: it was made for a signed-in user. It isn't cached unless it has an `ETag`, which only its owner may
    revalidate. `encrypted`: the service is reached by https, and must not be reached by http.
    """
    protected = [header for header in headers if header[0] not in _OURS]
    names = {name for name, _ in protected}
    is_framed = any(name == b"content-security-policy" and FRAMED in value for name, value in protected)
    protected += _FIXED.items()
    if any(name == b"content-type" and value.startswith(b"text/html") for name, value in protected):
        protected += [header for header in _OF_DOCUMENTS.items() if not (is_framed and header[0] in UNLESS_FRAMED)]
    if b"content-security-policy" not in names:
        protected.append(_NOTHING)
    if encrypted:
        protected.append(_HTTPS_ONLY)
    if personal:
        protected = [header for header in protected if header[0] != b"cache-control"]
        protected.append((b"cache-control", b"private, no-cache" if b"etag" in names else b"no-store"))
    elif b"cache-control" not in names:
        protected.append((b"cache-control", b"no-store"))
    return protected
