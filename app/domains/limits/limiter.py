"""Rate limits for requests of an address or account, counted in this process's memory.

A restart resets them, and each server counts separately, so N servers allow N times as much.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from fastapi import Request

from app.domains.limits.addresses import WIDER, list_networks
from app.domains.limits.errors import TooManyRequestsError
from app.domains.limits.rate import Rate
from app.http.problem_details import describe_error, render

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

Key = TypeVar("Key", bound=Hashable)

MAX_KEYS: Final = 10_000
"""Maximum number of keys remembered; the least recently used one is evicted."""
UNLIMITED_PATHS: Final = re.compile(r"/(static/|healthz$)")
"""Paths without a limit: they cost nothing."""
MONITORING_PATHS: Final = frozenset({"/readyz", "/metrics"})
"""Paths counted by themselves, so that no other requests from the same address keep monitoring out."""


class Limiter(Generic[Key]):
    """Limits each key to so many uses per minute; 0 means no limit.

    For the event loop's thread only.
    """

    def __init__(self, limit: int) -> None:
        self._rate = Rate(limit) if limit else None
        self._ends: OrderedDict[Key, int] = OrderedDict()

    def take(self, key: Key) -> None:
        """Count one use of `key`; raises `TooManyRequestsError`, counting nothing, if that exceeds the limit."""
        if self._rate is None:
            return
        moment = int(time.monotonic() * 1000)
        before = self._ends.get(key, moment)
        ends = self._rate.add(before, moment)
        if ends is None:
            raise TooManyRequestsError(self._rate.limit, self._rate.find_wait_s(before, moment))
        self._ends[key] = ends
        self._ends.move_to_end(key)
        if len(self._ends) > MAX_KEYS:
            self._ends.popitem(last=False)


class LimitMiddleware:
    """Refuses an address, or an IPv6 network, that sends too many requests."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._limiters: dict[int, Limiter[str]] = {factor: Limiter(factor * limit) for factor in (1, *WIDER.values())}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] == "http" and not UNLIMITED_PATHS.match(scope["path"]):
            kind = "monitoring " if scope["path"] in MONITORING_PATHS else ""
            try:
                for network, factor in list_networks(scope["client"][0] if scope.get("client") else ""):
                    self._limiters[factor].take(kind + network)
            except TooManyRequestsError as error:
                request = Request(scope, receive)
                answer = render(request, describe_error(request, error), dict(error.headers))
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)
