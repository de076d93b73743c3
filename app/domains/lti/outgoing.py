"""Requests to platforms: like webhooks only to public addresses, with limits on time and size.

A platform's addresses (of keys, gradebooks and lists) are chosen by strangers. So the rules of
`app.domains.webhooks.addresses` apply, with the same setting for internal hosts; redirects aren't followed.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from app.domains.lti.errors import ServiceFailedError, ServiceFailure
from app.domains.webhooks.addresses import check_url
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _
from app.kit.version import find_version

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpcore

TIMEOUT_S: Final = 15.0
"""Total time limit, in seconds, of one request."""
MAX_ANSWER: Final = 1024 * 1024
"""Maximum number of bytes in a response."""
MAX_CONTAINERS: Final = 100_000
"""Maximum number of objects and lists in a response; a page of 20,000 members needs 40,000."""
MAX_PARTS: Final = 10_000
"""Maximum number of parts of a response, each of which takes some time to parse."""
MAX_READ: Final = MAX_ANSWER + 128 * 1024
"""Maximum number of bytes read for it, with its head and the marks between its parts."""
MAX_LINKS: Final = 16_000
"""Maximum number of characters in a response's `Link` headers."""
MAX_PARALLEL: Final = 10


@dataclass(frozen=True)
class ServiceAnswer:
    """A platform's response: `links` are its `Link` headers, joined by commas."""

    status: int
    body: bytes
    links: str = ""

    @property
    def is_good(self) -> bool:
        """Whether its status says that the request succeeded."""
        return self.status in range(200, 300)

    def read(self) -> Any:  # noqa: ANN401 - any JSON
        """Return the JSON; raises `ServiceFailedError` for a failed request, or a response that isn't JSON.

        Parsing holds the event loop, longest for a body that is full of empty lists, so their number is limited.
        """
        if not self.is_good:
            raise ServiceFailedError(f"status {self.status}")
        if self.body.count(b"[") + self.body.count(b"{") > MAX_CONTAINERS:
            raise ServiceFailedError(ServiceFailure.TOO_LONG)
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            raise ServiceFailedError(ServiceFailure.NO_JSON) from None


def check_endpoint(name: str, url: str, allowed: frozenset[str]) -> str:
    """Return a platform's address as it is stored: https, or on a host that the operator allows.

    Raises `InvalidInputError` for the field `name`.
    """
    try:
        url = check_url(url, allowed)
    except InvalidInputError as error:
        raise InvalidInputError(name, _("This address can't be used: give a public one, with https.")) from error
    parts = urlsplit(url)
    if parts.scheme != "https" and (parts.hostname or "").lower() not in allowed:
        raise InvalidInputError(name, _("This address can't be used: give a public one, with https."))
    return url


class PlatformClient:
    """Sends requests to platforms. `allowed` are hosts that needn't be public."""

    def __init__(self, allowed: frozenset[str]) -> None:
        self.allowed = allowed
        self._pool: httpcore.AsyncConnectionPool | None = None

    async def ask(
        self, method: str, url: str, *, headers: Mapping[str, str] | None = None, content: bytes | None = None
    ) -> ServiceAnswer:
        """Return the response to a request; raises `ServiceFailedError` without one."""
        import httpcore  # noqa: PLC0415 - imported on the first request

        from app.domains.webhooks.connections import PrivateAddressError, PublicOnly  # noqa: PLC0415 - likewise

        try:
            url = check_endpoint("url", url, self.allowed)
        except InvalidInputError:
            raise ServiceFailedError(ServiceFailure.ADDRESS_REFUSED) from None
        if self._pool is None:
            self._pool = httpcore.AsyncConnectionPool(
                ssl_context=ssl.create_default_context(),
                max_connections=MAX_PARALLEL,
                max_keepalive_connections=0,
                network_backend=PublicOnly(self.allowed, MAX_READ),
            )
        sent = {"user-agent": f"jaxdojo/{find_version()}", "accept": "application/json", **(headers or {})}
        try:
            async with (
                asyncio.timeout(TIMEOUT_S),
                self._pool.stream(method, url, headers=list(sent.items()), content=content) as answer,
            ):
                body, parts = bytearray(), 0
                async for part in answer.aiter_stream():
                    body += part
                    parts += 1
                    if len(body) > MAX_ANSWER or parts > MAX_PARTS:
                        raise ServiceFailedError(ServiceFailure.TOO_LONG)
                links = b", ".join(value for name, value in answer.headers if name.lower() == b"link")
                if len(links) > MAX_LINKS:
                    raise ServiceFailedError(ServiceFailure.TOO_LONG)
                return ServiceAnswer(answer.status, bytes(body), links.decode("latin-1"))
        except PrivateAddressError:
            raise ServiceFailedError(ServiceFailure.ADDRESS_PRIVATE) from None
        except (TimeoutError, httpcore.TimeoutException):
            raise ServiceFailedError(ServiceFailure.SILENT) from None
        except httpcore.ConnectError:
            raise ServiceFailedError(ServiceFailure.UNREACHABLE) from None
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol, OSError):
            raise ServiceFailedError(ServiceFailure.BROKEN) from None

    async def close(self) -> None:
        """Close open connections."""
        if self._pool is not None:
            await self._pool.aclose()
