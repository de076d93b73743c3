"""The cross-site rule: only our own pages may make a reader's browser change something.

A browser sends our cookie whichever page makes the request. So a request that changes something (any method but GET,
HEAD, OPTIONS) is served only if the browser says that one of our pages made it: `Sec-Fetch-Site` is `same-origin` (or
`none`: the user themselves) or, from browsers without that header, `Origin` names the requested host. A request with
neither header isn't from a browser, and is fine unless it has a session cookie. A request with an `Authorization`
header is exempt: no foreign page can set one, and it overrides the cookie.

A service that listens on loopback alone is one person's. Over plain http browsers don't send `Sec-Fetch-Site`, and
another site's name may lead to this machine (DNS rebinding): then that site's page and the requested host are the same.
So there `Origin` must be `localhost`, an address, the host of `JAXDOJO_PUBLIC_URL`, or a name that only a local network
can give. An `Authorization` header changes nothing about it: such a page can set one. A proxy's headers would say
nothing either, for the same reason.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from app.http.requests import SAFE_METHODS, SESSION_COOKIES

if TYPE_CHECKING:
    from starlette.datastructures import Headers

    from app.kit.settings import Settings

LOCAL_NAMES: Final = (
    *(".local", ".localhost", ".internal", ".home.arpa"),
    *(".lan", ".home", ".corp", ".intranet", ".private"),
)
"""The ends of names that nobody can register (RFC 6762, RFC 8375). Neither can anybody register one without a dot."""


def find_local_names(settings: Settings) -> frozenset[str] | None:
    """Return the names of a service that listens on loopback; None for others, which may have any."""
    if settings.host != "localhost" and not _is_address(settings.host, loopback=True):
        return None
    try:
        public = urlsplit(settings.public_url).hostname
    except ValueError:
        public = None
    return frozenset({"localhost", public or "localhost"})


def find_strange_name(headers: Headers, names: frozenset[str] | None) -> str:
    """Return the requested host if a page of that host sent the request, but its name is none of ours; else ""."""
    if names is None or "sec-fetch-site" in headers or not _is_same(headers.get("origin", ""), headers):
        return ""
    host = headers.get("host", "").lower()
    name = urlsplit(f"//{host}").hostname or ""
    is_ours = name in names or _is_address(name) or "." not in name or name.endswith(LOCAL_NAMES)
    return "" if is_ours else host


def is_cross_site(method: str, headers: Headers, names: frozenset[str] | None = None) -> bool:
    """Return whether the rule above refuses a request; `names` are those of `find_local_names`."""
    if method in SAFE_METHODS:
        return False
    if find_strange_name(headers, names):
        return True
    if "authorization" in headers:
        return False
    fetch_site = headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site not in {"same-origin", "none"}
    origin = headers.get("origin")
    if origin is not None:
        return not _is_same(origin, headers)
    return _has_session_cookie(headers.get("cookie", ""))


def _is_same(origin: str, headers: Headers) -> bool:
    """Return whether an origin names the requested host."""
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


def _is_address(host: str, *, loopback: bool = False) -> bool:
    try:
        return ip_address(host).is_loopback or not loopback
    except ValueError:
        return False


def _has_session_cookie(header: str) -> bool:
    return any(name in header for name in SESSION_COOKIES)
