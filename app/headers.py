"""Headers that every answer carries, whatever makes it: they tell browsers what not to do with it.

A page's own policy, with its nonce, is made in `app.web.safety` and goes before the one here, which allows nothing:
what isn't a page has nothing to load, even when somebody opens it as one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.datastructures import MutableHeaders

YEAR_S: Final = 365 * 24 * 3600
UNUSED: Final = (
    "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope", "hid",
    "magnetometer", "microphone", "midi", "payment", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
"""What browsers offer to pages and no page of ours uses."""
FIXED: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
NOTHING: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The content security policy of what isn't a page."""


def protect(headers: MutableHeaders, *, personal: bool, encrypted: bool) -> None:
    """Complete the headers of an answer.

    `personal`: it was made for somebody who is signed in. It is stored nowhere, unless it has an `ETag`, by which its
    asker alone may ask whether it is still true. `encrypted`: the service is reached by https, and must not be by http.
    """
    for name, value in FIXED.items():
        headers[name] = value
    headers.setdefault("Content-Security-Policy", NOTHING)
    if encrypted:
        headers["Strict-Transport-Security"] = f"max-age={YEAR_S}"
    if personal:
        headers["Cache-Control"] = "private, no-cache" if "etag" in headers else "no-store"
    else:
        headers.setdefault("Cache-Control", "no-store")
