"""Measures how late the event loop is: while one piece of work blocks the loop, nothing is served.

It sleeps repeatedly for a short time, and compares the time at which it wakes with the expected time. The processor
time of the loop's own thread distinguishes two similar cases: a loop blocked by a computation, and a busy machine.
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
"""The interval between two measurements, in seconds."""
MEMORY_S: Final = 60.0
"""The number of seconds for which a measurement counts as recent."""
LATE_S: Final = 1.0
"""The delay, in seconds, that people notice and that is logged."""
logger = structlog.stdlib.get_logger(__name__)


class Watchdog:
    """Watches the event loop that it is started on. `note` is called with each delay, in seconds."""

    def __init__(self, note: Callable[[float], None]) -> None:
        self._note = note
        self._recent: deque[tuple[float, float]] = deque()
        """Times and delays, with decreasing delays: an earlier, smaller delay can't be the worst any more."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start measuring."""
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Stop measuring."""
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
