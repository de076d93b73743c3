"""While the database is away: one line a minute in the log, whoever notices, and no tracebacks.

Each loop, each request and each probe finds out by itself, dozens of times a minute, and all of them say the same.
"""

from __future__ import annotations

import time
from typing import Final

import structlog

EVERY_S: Final = 60.0
"""Seconds from one line to the next."""
logger = structlog.stdlib.get_logger(__name__)


class OutageLog:
    """Logs that the database is away, at most once in `EVERY_S`; what it leaves out is counted in the next line."""

    def __init__(self) -> None:
        self._last: float | None = None
        self._left_out = 0

    def report(self, waits: str, reason: str) -> None:
        """Note that `waits`, in a word, can't go on because of the database."""
        moment = time.monotonic()
        if self._last is not None and moment - self._last < EVERY_S:
            self._left_out += 1
            return
        logger.warning("database_away", waits=waits, reason=reason, also=self._left_out)
        self._last, self._left_out = moment, 0


OUTAGE: Final = OutageLog()
"""The log of this process."""
