"""Measures for how long each callback of an event loop computes, during which nobody else is served.

The measure is the processor time of the loop's own thread. Wall-clock time would be the same on an idle machine, but on
a busy one it would only measure the load.
"""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT_S: Final = 0.1
"""The maximum processor time of one callback, in seconds."""


@dataclass
class LoopWatch:
    """The processor times of callbacks on one thread's event loop."""

    thread: int | None = None
    worst_s: float = 0.0
    callback: str = ""

    def note(self, seconds: float, handle: asyncio.Handle) -> None:
        """Record a callback's time if it is the longest."""
        if seconds > self.worst_s:
            self.worst_s, self.callback = seconds, repr(handle)[:300]

    def take(self) -> tuple[float, str]:
        """Return the longest time since the last call, and the callback."""
        found = self.worst_s, self.callback
        self.worst_s, self.callback = 0.0, ""
        return found


@contextmanager
def watch_loop(thread: int) -> Iterator[LoopWatch]:
    """Measure each callback of the event loop that runs in a thread."""
    watch = LoopWatch(thread)
    run = asyncio.Handle._run

    def measure(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        try:
            run(handle)
        finally:
            if threading.get_ident() == watch.thread:
                watch.note(time.thread_time() - began, handle)

    asyncio.Handle._run = measure  # type: ignore[method-assign,assignment]
    gc.collect()
    gc.freeze()  # As the server does after its start.
    try:
        yield watch
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]
        gc.unfreeze()
