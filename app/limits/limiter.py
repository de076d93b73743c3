"""How many requests one address, and one account, may make.

Counted in this process's memory: a restart forgets, and several servers count each for itself, so that of N servers a
flood gets N times as much. Where it matters it is counted in the database: submissions a minute (`app.submissions`),
and who guesses (`app.limits.throttle`).
"""

from __future__ import annotations

import math
import re
import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from fastapi import Request

from app.limits.addresses import name_site
from app.limits.errors import TooManyRequestsError
from app.problem_details import describe_error, render

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

Key = TypeVar("Key", bound=Hashable)

WINDOW_S: Final = 60.0
MOST_KEYS: Final = 10_000
"""How many keys are remembered; the one used longest ago is forgotten first."""
FREE: Final = re.compile(r"/(static/|healthz$|readyz$|metrics$)")
"""What costs nothing, or is asked for by machines that must not be kept waiting."""


class Limiter(Generic[Key]):
    """Lets each key do something `limit` times at once, and then as often as a minute divides; 0: as often as it likes.

    For each key one moment is kept: when all that it did would be over, were it done at an even pace (the generic cell
    rate algorithm). For the event loop's thread only.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._ends: OrderedDict[Key, float] = OrderedDict()

    def take(self, key: Key) -> None:
        """Count once for `key`; raises `TooManyRequestsError` where that is too much, and then counts nothing."""
        if not self._limit:
            return
        moment = time.monotonic()
        end = max(self._ends.get(key, moment), moment) + WINDOW_S / self._limit
        if end - moment > WINDOW_S:
            raise TooManyRequestsError(self._limit, math.ceil(end - moment - WINDOW_S))
        self._ends[key] = end
        self._ends.move_to_end(key)
        if len(self._ends) > MOST_KEYS:
            self._ends.popitem(last=False)


class LimitMiddleware:
    """Refuses an address that asks too often."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._limiter: Limiter[str] = Limiter(limit)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] == "http" and not FREE.match(scope["path"]):
            address = name_site(scope["client"][0]) if scope.get("client") else ""
            try:
                self._limiter.take(address)
            except TooManyRequestsError as error:
                request = Request(scope, receive)
                answer = render(request, describe_error(request, error), dict(error.headers))
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)
