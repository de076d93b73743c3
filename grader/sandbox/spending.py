"""What a sandbox's process has spent, as the kernel counts it, and how much it may spend.

Theory of operation. A limit counts processor time, so that a busy machine takes nothing away from a submission. Behind
it stand two others. What neither computes nor waits for a processor is idle: it sleeps, or waits for a lock. And what
waits for a processor most of the time is starved: the machine has no time for it, which is no fault of its own.
"""

from __future__ import annotations

import contextlib
import math
import os
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

IDLE_ROOM: Final = 5.0
"""Seconds that something may be idle beyond its limit."""
WALL_FACTOR: Final = 8.0
WALL_ROOM: Final = 40.0
"""What may take a second of processor time may last `WALL_FACTOR` seconds, and so many more."""
SHORTEST_LOOK, LONGEST_LOOK = 0.02, 0.5
"""Seconds between two looks at what a process has spent."""
_PROCESSORS: Final = os.cpu_count() or 1
_NANOSECOND: Final = 1e-9


class RanOut(StrEnum):
    """What of an allowance was used up."""

    PROCESSOR = "processor"
    IDLE = "idle"
    STARVED = "starved"


@dataclass(frozen=True, slots=True)
class Spent:
    """What a process spent until `at` (by `time.monotonic`): seconds of processor, and of waiting for one."""

    processor: float
    queued: float
    at: float

    def since(self, start: Spent) -> Spent:
        """Return what was spent since `start`; `at` is how long that took."""
        return Spent(self.processor - start.processor, self.queued - start.queued, self.at - start.at)


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much one step may take: so many seconds of processor time, and what follows from that."""

    processor: float

    @property
    def wall(self) -> float:
        """How many seconds it may last."""
        return WALL_FACTOR * self.processor + WALL_ROOM

    def find_excess(self, spent: Spent) -> RanOut | None:
        """Return what is used up, if anything is."""
        if spent.processor >= self.processor:
            return RanOut.PROCESSOR
        if spent.at - spent.processor - spent.queued >= self.processor + IDLE_ROOM:
            return RanOut.IDLE
        return RanOut.STARVED if spent.at >= self.wall else None

    def next_look(self, spent: Spent) -> float:
        """Return how many seconds it takes until something can be used up, within bounds."""
        idle = spent.at - spent.processor - spent.queued
        soonest = min((self.processor - spent.processor) / _PROCESSORS, self.processor + IDLE_ROOM - idle)
        return min(max(soonest, SHORTEST_LOOK), LONGEST_LOOK)


def read_spent(pid: int) -> Spent | None:
    """Return what the process `pid` has spent, all its threads together; None where it is gone."""
    at = time.monotonic()
    with contextlib.suppress(OSError):
        return Spent(time.clock_gettime((~pid << 3) | 2), _read_queued(pid), at)  # as clock_getcpuclockid(3) makes it
    return None


def read_memory_mib(pid: int) -> int | None:
    """Return what the process `pid` has taken, MiB: what was resident at most, or is private now where that is more.

    Private memory is what its limit bounds, touched or not; the kernel doesn't keep how much that was at most. None
    where the process has ended or the kernel doesn't tell.
    """
    with contextlib.suppress(OSError, ValueError, IndexError):
        told = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace").splitlines()
        sizes = [int(line.split()[1]) for line in told if line.startswith(("VmHWM:", "VmData:"))]
        return math.ceil(max(sizes) / 1024) if sizes else None
    return None


def _read_queued(pid: int) -> float:
    """Return how long the threads of `pid` waited for a processor; those that ended don't count."""
    total = 0
    with contextlib.suppress(OSError):
        for task in os.scandir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError, ValueError, IndexError):
                total += int(Path(task.path, "schedstat").read_text(encoding="ascii").split()[1])
    return total * _NANOSECOND
