"""The lock in the data directory that lets only one process publish at a time."""

from __future__ import annotations

import asyncio
import fcntl
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

LOCK: Final = "publishing.lock"
WAITING: Final = "waiting for another process, which is publishing problems"
"""The step of a publication while it can't begin."""


def is_publishing(data: Path) -> bool:
    """Return whether a process is publishing."""
    with (data / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@asynccontextmanager
async def hold_lock(data: Path) -> AsyncIterator[None]:
    """Hold the lock; waits for it."""
    with (data / LOCK).open("w") as file:
        await asyncio.to_thread(fcntl.flock, file, fcntl.LOCK_EX)
        yield
