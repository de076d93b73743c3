"""Connections to public addresses only (`app.domains.webhooks.addresses`), for the HTTP client that sends webhooks."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

import httpcore

from app.domains.webhooks.addresses import is_public

if TYPE_CHECKING:
    from collections.abc import Iterable


class PrivateAddressError(httpcore.ConnectError):
    """The name has no public address: it is unknown or internal. A webhook's owner must not learn which."""


class PublicOnly(httpcore.AsyncNetworkBackend):
    """Connects to public addresses, and to the hosts that an operator allows."""

    def __init__(self, allowed: frozenset[str]) -> None:
        self._allowed = allowed
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the signature is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host; raises `PrivateAddressError`, and `httpcore.ConnectError` if no address responds."""
        addresses = await _resolve(host, port)
        if host.lower() not in self._allowed:
            addresses = [address for address in addresses if is_public(address)]
        if not addresses:
            raise PrivateAddressError("no public address")
        for number, address in enumerate(addresses, 1):
            try:
                return await self._inner.connect_tcp(
                    address, port, timeout=timeout, local_address=local_address, socket_options=socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if number == len(addresses):
                    raise
        raise PrivateAddressError("no public address")  # pragma: no cover (the loop returns or raises)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


async def _resolve(host: str, port: int) -> list[str]:
    """Return a host's addresses, without duplicates; none for an unknown name."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(str(address[0]) for _family, _type, _protocol, _name, address in found))
