"""Measures by how much the event loop is late: nothing is served while it is held by one piece of work.

It sleeps a little again and again, and compares when it wakes with when it should have. The processor time of the
loop's own thread tells apart what looks alike: a loop that something computes on, and a machine that is too busy.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    from collections.abc import Callable

PERIOD_S: Final = 0.1
"""Seconds from one measurement to the next."""
MEMORY_S: Final = 60.0
"""For how many seconds a measurement counts as recent."""
LATE_S: Final = 1.0
"""Seconds of delay from which people notice, and which are logged."""
logger = structlog.stdlib.get_logger(__name__)


class Watchdog:
    """Watches the loop on which it is started. `note` is called with each delay, in seconds."""

    def __init__(self, note: Callable[[float], None]) -> None:
        self._note = note
        self._recent: deque[tuple[float, float]] = deque()
        """Moments and delays, the delays falling: an earlier, smaller one can't be the worst any more."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to measure."""
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def worst_s(self) -> float:
        """The longest delay of the last minute, in seconds."""
        self._forget(time.monotonic())
        return self._recent[0][1] if self._recent else 0.0

    async def _watch(self) -> None:
        while True:
            began, used = time.monotonic(), time.thread_time()
            await asyncio.sleep(PERIOD_S)
            self._measure(time.monotonic() - began - PERIOD_S, time.thread_time() - used)

    def _measure(self, lag_s: float, computed_s: float) -> None:
        lag_s = max(0.0, lag_s)
        moment = time.monotonic()
        self._forget(moment)
        while self._recent and self._recent[-1][1] <= lag_s:
            self._recent.pop()
        self._recent.append((moment, lag_s))
        self._note(lag_s)
        if lag_s >= LATE_S:
            logger.warning("loop_late", seconds=round(lag_s, 2), computed_s=round(computed_s, 2))

    def _forget(self, moment: float) -> None:
        while self._recent and self._recent[0][0] < moment - MEMORY_S:
            self._recent.popleft()
