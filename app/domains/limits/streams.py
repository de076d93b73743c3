"""Limits on open event streams, counted in this process's memory. Each costs memory and database reads."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.domains.limits.errors import TooManyStreamsError

if TYPE_CHECKING:
    from collections.abc import Iterator


class StreamLimiter:
    """Limits the streams that each client may have open at once; 0: no limit. For the event loop's thread only."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    @contextmanager
    def hold(self, who: str) -> Iterator[None]:
        """Count a stream for the duration of the block; raises `TooManyStreamsError` if it is one too many."""
        if self._limit and self._open[who] >= self._limit:
            raise TooManyStreamsError(self._limit)
        self._open[who] += 1
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
