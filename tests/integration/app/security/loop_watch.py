"""Measures for how long each callback of an event loop computes, during which nobody else is served.

The measure is the processor time of the loop's own thread. Wall-clock time would be the same on an idle machine, but on
a busy one it would only measure the load.

That measure doesn't see another thread of the process that holds Python's lock, which stops the loop just the same: a
regular expression in a thread, say, or any other call into C that takes long. So another thread wakes up every few
milliseconds. It needs the lock for that, so if it is late, and if the process has computed meanwhile, another thread
held the lock. On a busy machine it is late, too, but the process has computed little then.
"""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

LIMIT_S: Final = 0.1
"""The maximum processor time of one callback, and of one use of Python's lock, in seconds."""
PROBE_S: Final = 0.001
"""The time between two attempts to get Python's lock, in seconds."""
TRIES: Final = 3
"""How often something is measured that takes too long: it may have been a garbage collection, or cold caches."""


@dataclass
class LoopWatch:
    """The processor times of callbacks on one thread's event loop, and of others' uses of Python's lock."""

    thread: int | None = None
    worst_s: float = 0.0
    callback: str = ""
    asked: str = ""
    """What is being asked, for messages."""
    probed: threading.Event | None = None
    """Set after each attempt to get Python's lock, if that is watched."""
    _noting: threading.Lock = field(default_factory=threading.Lock)

    def note(self, seconds: float, what: object) -> None:
        """Record a time, and what took it, if it is the longest."""
        with self._noting:
            if seconds > self.worst_s:
                self.worst_s, self.callback = seconds, repr(what)[:300]

    def take(self) -> tuple[float, str]:
        """Return the longest time since the last call, and what took it."""
        if self.probed is not None:
            self.probed.clear()
            self.probed.wait()
        with self._noting:
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
    is_new = not gc.get_freeze_count()
    gc.freeze()  # As the server does after its start; what earlier tests made would take long to look at.
    try:
        yield watch
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]
        if is_new:  # Else `tests/conftest.py` has frozen what must stay so.
            gc.unfreeze()


async def measure_loop(work: Callable[[], Awaitable[None]]) -> tuple[float, str]:
    """Return the longest callback's time, and what took it, while this loop does some work; of a few tries, the last.

    It is tried again only if it took too long.
    """
    seconds, callback = LIMIT_S, ""
    for _ in range(TRIES):
        with watch_loop(threading.get_ident()) as watch:
            await asyncio.sleep(0)  # Only whole callbacks are measured.
            await work()
            await asyncio.sleep(0)
            seconds, callback = watch.take()
        if seconds < LIMIT_S:
            break
    return seconds, callback


def measure_work(work: Callable[[], object], limit_s: float = LIMIT_S) -> float:
    """Return the processor time of some work on this thread; of a few tries, the last.

    It is tried again only if it took `limit_s` or more.
    """
    seconds = limit_s
    for _ in range(TRIES):
        began = time.thread_time()
        work()
        seconds = time.thread_time() - began
        if seconds < limit_s:
            break
        gc.collect()
    return seconds


@contextmanager
def watch_lock(watch: LoopWatch) -> Iterator[None]:
    """Measure as well for how long any thread of this process holds Python's lock."""
    over = threading.Event()
    watch.probed = threading.Event()

    def probe(probed: threading.Event) -> None:
        while not over.is_set():
            began, used = time.monotonic(), time.process_time()
            time.sleep(PROBE_S)
            late, computed = time.monotonic() - began - PROBE_S, time.process_time() - used
            watch.note(min(late, computed), "a thread that held Python's lock")
            probed.set()

    thread = threading.Thread(target=probe, args=(watch.probed,))
    thread.start()
    try:
        yield
    finally:
        watch.probed = None
        over.set()
        thread.join()
