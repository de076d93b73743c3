"""Connections to servers that strangers chose, for the HTTP clients that send webhooks and talk to LTI platforms.

Only to public addresses (`app.domains.webhooks.addresses`). Whoever runs the server can answer slowly, without end, or
in many tiny parts, each of which takes some time to parse, so little is read at once, and not more than a limit. Their
name server can be slow, too: each client looks up names by threads that nothing else needs, so the owners of webhooks
can't keep others from signing in through a platform.
"""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import httpcore

from app.domains.webhooks.addresses import is_public

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable

CHUNK: Final = 4096
"""Maximum number of bytes that are read and parsed before anybody else is served: 200 of the smallest parts."""
LOOKUPS: Final = 8
"""Maximum number of names that a client looks up at once. A lookup can't be cancelled, and may take a minute."""


class PrivateAddressError(httpcore.ConnectError):
    """The name has no public address: it is unknown or internal. A webhook's owner must not learn which."""


class LimitedStream(httpcore.AsyncNetworkStream):
    """A connection from which at most `most` bytes are read, a few at once."""

    def __init__(self, inner: httpcore.AsyncNetworkStream, most: int) -> None:
        self._inner = inner
        self._most = most
        self._read = 0

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 - httpcore's signature
        """Return bytes; raises `httpcore.ReadError` after too many."""
        data = await self._inner.read(min(max_bytes, CHUNK), timeout)
        self._read += len(data)
        if self._read > self._most:
            raise httpcore.ReadError("the answer is too long")
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109 - likewise
        """Send bytes."""
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        """Close the connection."""
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - likewise
    ) -> httpcore.AsyncNetworkStream:
        """Return the connection, encrypted."""
        return LimitedStream(await self._inner.start_tls(ssl_context, server_hostname, timeout), self._most)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - httpcore's signature
        """Return what httpcore asks about a connection."""
        return self._inner.get_extra_info(info)


class PublicOnly(httpcore.AsyncNetworkBackend):
    """Connects to public addresses, and to the hosts that an operator allows; `most`: bytes read per connection."""

    def __init__(self, allowed: frozenset[str], most: int) -> None:
        self._allowed = allowed
        self._most = most
        self._inner = httpcore.AnyIOBackend()
        self._threads = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="names")

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the signature is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host; raises `PrivateAddressError`, and `httpcore.ConnectError` if no address responds."""
        addresses = await _resolve(host, port, self._threads)
        if host.lower() not in self._allowed:
            addresses = [address for address in addresses if is_public(address)]
        if not addresses:
            raise PrivateAddressError("no public address")
        for number, address in enumerate(addresses, 1):
            try:
                stream = await self._inner.connect_tcp(
                    address, port, timeout=timeout, local_address=local_address, socket_options=socket_options
                )
                return LimitedStream(stream, self._most)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if number == len(addresses):
                    raise
        raise PrivateAddressError("no public address")  # pragma: no cover (the loop returns or raises)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


async def _resolve(host: str, port: int, threads: ThreadPoolExecutor) -> list[str]:
    """Return a host's addresses, without duplicates; none for an unknown name."""
    try:
        look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(threads, look_up)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(str(address[0]) for _family, _type, _protocol, _name, address in found))
