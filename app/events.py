"""A bell per submission: rung when something new was stored about it.

With PostgreSQL it rings in all processes, see `app.notifications`.

The database is the truth. Whoever follows a submission reads what is stored, waits for the bell, and reads again; so
nothing is missed or told twice, and nobody polls. A bell that was rung before anybody waited is remembered.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Bell:
    """One listener's bell."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self.closed = False
        """Whether the service is stopping: stop to listen."""

    def ring(self) -> None:
        """Wake the listener, now or when it next waits."""
        self._rung.set()

    async def wait(self, timeout_s: float) -> None:
        """Return when the bell rings, or after `timeout_s` seconds."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._rung.wait()
        except TimeoutError:
            return
        self._rung.clear()


class Broadcaster:
    """All bells of one process. For the event loop's thread only."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, set[Bell]] = defaultdict(set)
        self._closed = False
        self.tell_others: Callable[[str], None] = lambda _key: None
        """Called with each key that is rung here, where other processes can be told."""

    def ring(self, key: str) -> None:
        """Wake everybody who follows `key`, in whatever process."""
        self.ring_here(key)
        self.tell_others(key)

    def ring_here(self, key: str) -> None:
        """Wake those of this process who follow `key`."""
        for bell in self._bells.get(key, ()):
            bell.ring()

    def ring_all(self) -> None:
        """Wake everybody in this process: something may have happened to anything."""
        for bells in self._bells.values():
            for bell in bells:
                bell.ring()

    @contextmanager
    def listen(self, key: str) -> Iterator[Bell]:
        """Return a bell for `key`, for as long as the block lasts."""
        bell = Bell()
        bell.closed = self._closed
        self._bells[key].add(bell)
        try:
            yield bell
        finally:
            self._bells[key].discard(bell)
            if not self._bells[key]:
                del self._bells[key]

    def close(self) -> None:
        """Tell everybody to stop listening."""
        self._closed = True
        for bells in self._bells.values():
            for bell in bells:
                bell.closed = True
                bell.ring()
