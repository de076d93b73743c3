"""Open event streams, counted by asker in this process's memory. Each costs memory and reads of the database."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.domains.limits.errors import TooManyStreamsError

if TYPE_CHECKING:
    from collections.abc import Iterator


class StreamLimiter:
    """Lets each asker have so many streams open at once; 0: any number. For the event loop's thread only."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    @contextmanager
    def hold(self, who: str) -> Iterator[None]:
        """Count a stream for as long as the block lasts; raises `TooManyStreamsError` where it is one too many."""
        if self._limit and self._open[who] >= self._limit:
            raise TooManyStreamsError(self._limit)
        self._open[who] += 1
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
