"""Logs an outage of the database: one line a minute, and no tracebacks. A runner's start and mails wait for its end.

Each loop, request and probe notices an outage separately, dozens of times a minute, and would log the same line.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final, TypeVar

import structlog

from app.kit.errors import DatabaseUnavailableError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

T = TypeVar("T")

EVERY_S: Final = 60.0
"""The minimum interval between two lines, in seconds."""
PAUSE_S: Final = 1.0
"""Delay, in seconds, after the database failed."""
logger = structlog.stdlib.get_logger(__name__)


class OutageLog:
    """Logs that the database is unavailable, at most once per `EVERY_S`, with the number of suppressed reports."""

    def __init__(self) -> None:
        self._last: float | None = None
        self._left_out = 0

    def report(self, waits: str, reason: str) -> None:
        """Report that the operation `waits`, named in one word, can't continue without the database."""
        moment = time.monotonic()
        if self._last is not None and moment - self._last < EVERY_S:
            self._left_out += 1
            return
        logger.warning("database_away", waits=waits, reason=reason, also=self._left_out)
        self._last, self._left_out = moment, 0


OUTAGE: Final = OutageLog()
"""The log of this process."""


async def outlast(
    attempt: Callable[[], Awaitable[T]],
    patience_s: float,
    waits: str = "start",
    is_over: Callable[[], bool] = lambda: False,
) -> T:
    """Run an attempt until the database doesn't fail it, and return its result; the log calls it `waits`.

    Raises its `DatabaseUnavailableError` after `patience_s`, or once `is_over`.
    """
    deadline = time.monotonic() + patience_s
    while True:
        try:
            return await attempt()
        except DatabaseUnavailableError as error:
            if time.monotonic() >= deadline or is_over():
                raise
            OUTAGE.report(waits, error.message)
        await asyncio.sleep(PAUSE_S)
