"""Platforms' public keys: fetched when a launch needs them, and kept.

Anybody can begin a launch and send a token with an invented key id. So only one request for the keys of a platform is
on its way at a time, and a failed one is remembered, too: however many launches arrive, the platform is asked once in
some seconds.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from app.domains.lti.claims import find_key
from app.domains.lti.errors import LaunchRefusedError, Refusal, ServiceFailedError

if TYPE_CHECKING:
    from app.domains.lti.outgoing import PlatformClient

KEPT_S: Final = 3600.0
"""Time, in seconds, for which fetched keys are accepted."""
AGAIN_S: Final = 10.0
"""Minimum interval, in seconds, between requests for the keys of one platform."""


@dataclass
class _KeySet:
    keys: object = None
    read_at: float = float("-inf")
    asked_at: float = float("-inf")
    failure: str = ""
    """Why the last request failed; empty if it succeeded."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def find(self, kid: str) -> dict[str, Any] | None:
        """Return a key, unless it is unknown or was fetched too long ago."""
        return find_key(self.keys, kid) if time.monotonic() - self.read_at < KEPT_S else None


class PlatformKeys:
    """The public keys of all platforms, by the address from which they are fetched."""

    def __init__(self, outgoing: PlatformClient) -> None:
        self._outgoing = outgoing
        self._known: dict[str, _KeySet] = {}

    async def find(self, address: str, kid: str) -> dict[str, Any]:
        """Return the public key with id `kid`, fetched if it is unknown; raises `LaunchRefusedError`."""
        known = self._known.setdefault(address, _KeySet())
        key = known.find(kid)
        if key is None:
            async with known.lock:
                if known.find(kid) is None and time.monotonic() - known.asked_at > AGAIN_S:
                    await self._fetch(address, known)
            key = known.find(kid)
        if key is None and known.failure:
            raise LaunchRefusedError(Refusal.PLATFORM_SILENT, known.failure)
        if key is None:
            raise LaunchRefusedError(Refusal.KEY_UNKNOWN, kid)
        return key

    async def _fetch(self, address: str, known: _KeySet) -> None:
        try:
            known.keys = (await self._outgoing.ask("GET", address)).read()
        except ServiceFailedError as error:
            known.failure = error.result
        else:
            known.failure, known.read_at = "", time.monotonic()
        finally:  # also if the launch was cancelled
            known.asked_at = time.monotonic()
