"""Logs an outage of the database: one line a minute, and no tracebacks.

Each loop, request and probe notices an outage separately, dozens of times a minute, and would log the same line.
"""

from __future__ import annotations

import time
from typing import Final

import structlog

EVERY_S: Final = 60.0
"""The minimum interval between two lines, in seconds."""
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
