"""The cross-site rule: only our own pages may make a reader's browser change something.

A browser sends our cookie whichever page makes the request. So a request that changes something (any method but GET,
HEAD, OPTIONS) is served only if the browser says that one of our pages made it: `Sec-Fetch-Site` is `same-origin` (or
`none`: the user themselves) or, from browsers without that header, `Origin` names the requested host. A request with
neither header isn't from a browser, and is fine unless it has a session cookie. A request with an `Authorization`
header is exempt: no foreign page can set one, and it overrides the cookie.

A service that listens on loopback alone is one person's. Over plain http browsers don't send `Sec-Fetch-Site`, and
another site's name may lead to this machine (DNS rebinding): then that site's page and the requested host are the same.
So there `Origin` must be `localhost`, an address, or the host of `JAXDOJO_PUBLIC_URL`.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.http.requests import SAFE_METHODS, SESSION_COOKIES

if TYPE_CHECKING:
    from starlette.datastructures import Headers

    from app.kit.settings import Settings


def find_local_names(settings: Settings) -> frozenset[str] | None:
    """Return the names of a service that listens on loopback; None for others, which may have any."""
    if settings.host != "localhost" and not _is_address(settings.host, loopback=True):
        return None
    return frozenset({"localhost", urlsplit(settings.public_url).hostname or "localhost"})


def is_cross_site(method: str, headers: Headers, names: frozenset[str] | None = None) -> bool:
    """Return whether the rule above refuses a request; `names` are those of `find_local_names`."""
    if method in SAFE_METHODS or "authorization" in headers:
        return False
    fetch_site = headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site not in {"same-origin", "none"}
    origin = headers.get("origin")
    if origin is not None:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return True
        is_ours = names is None or parts.hostname in names or _is_address(parts.hostname or "")
        return not is_ours or parts.netloc.lower() != headers.get("host", "").lower()
    return _has_session_cookie(headers.get("cookie", ""))


def _is_address(host: str, *, loopback: bool = False) -> bool:
    try:
        return ip_address(host).is_loopback or not loopback
    except ValueError:
        return False


def _has_session_cookie(header: str) -> bool:
    return any(name in header for name in SESSION_COOKIES)
