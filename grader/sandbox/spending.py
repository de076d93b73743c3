"""The time and memory that a sandbox's process has used, according to the kernel, and its allowance.

Theory of operation. The limit counts processor time, so a busy machine doesn't put a submission at a disadvantage. Two
further limits apply. A process that neither computes nor waits for a processor is idle: it sleeps, or waits for a lock.
A process that waits for a processor most of the time is starved: the machine has no time for it, which isn't its fault.
"""

from __future__ import annotations

import contextlib
import heapq
import math
import os
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeAlias

IDLE_ROOM: Final = 5.0
"""The number of seconds that a step may be idle beyond its processor time limit."""
WALL_FACTOR: Final = 8.0
WALL_ROOM: Final = 40.0
"""A step may last `WALL_FACTOR` seconds for each allowed second of processor time, plus this many seconds."""
MOST_QUEUED: Final = 4
"""The number of threads whose waiting for a processor counts. It must be less than `WALL_FACTOR` by a few, or a step
could sleep until it counts as starved, instead of idle."""
SHORTEST_LOOK, LONGEST_LOOK = 0.02, 0.5
"""The shortest and longest interval, in seconds, between two checks of a process's spending."""
_PROCESSORS: Final = os.cpu_count() or 1
_NANOSECOND: Final = 1e-9


class RanOut(StrEnum):
    """The part of an allowance that was used up."""

    PROCESSOR = "processor"
    IDLE = "idle"
    IDLE_IN_ALL = "idle in all"
    """Not this step's own part, but what all steps together may be idle."""
    PROCESSOR_IN_ALL = "processor in all"
    """Likewise, what the process may compute: the kernel's limit for all steps together."""
    STARVED = "starved"


@dataclass(frozen=True, slots=True)
class Spent:
    """A process's spending until `at` (by `time.monotonic`): seconds of processor time, and of waiting for it."""

    processor: float
    queued: float
    at: float

    def since(self, start: Spent) -> Spent:
        """Return the spending since `start`; its `at` is the elapsed time in seconds."""
        return Spent(self.processor - start.processor, self.queued - start.queued, self.at - start.at)

    @property
    def idle(self) -> float:
        """The number of seconds in which it neither computed nor waited for a processor, if `at` is elapsed."""
        return self.at - self.processor - self.queued


@dataclass(frozen=True, slots=True)
class Allowance:
    """The allowance of one step: seconds of processor time, and the limits that follow from them.

    `idle` is the number of seconds that the step may be idle, if not the usual `processor` and `IDLE_ROOM`.
    """

    processor: float
    idle: float | None = None

    @property
    def wall(self) -> float:
        """The number of seconds that the step may last."""
        return WALL_FACTOR * self.processor + WALL_ROOM

    @property
    def idle_limit(self) -> float:
        """The number of seconds that the step may be idle."""
        return self.processor + IDLE_ROOM if self.idle is None else self.idle

    def find_excess(self, spent: Spent, idle: float) -> RanOut | None:
        """Return the part that is used up, or None. `idle` is how many seconds of being idle count."""
        if spent.processor >= self.processor:
            return RanOut.PROCESSOR
        if idle >= self.idle_limit:
            return RanOut.IDLE
        return RanOut.STARVED if spent.at >= self.wall else None

    def next_look(self, spent: Spent) -> float:
        """Return the seconds, within bounds, until the earliest time at which a part can be used up."""
        soonest = min((self.processor - spent.processor) / _PROCESSORS, self.idle_limit - spent.idle)
        return min(max(soonest, SHORTEST_LOOK), LONGEST_LOOK)


class Meter:
    """What a worker uses, step by step: a step ends with a frame in either direction.

    It may be idle in many steps, but in all for no longer than `most_idle` seconds: it occupies a runner meanwhile.
    """

    def __init__(self, most_idle: float) -> None:
        """Start before the first step."""
        self.seconds = 0.0
        """Seconds of processor time of the last step whose answer has come."""
        self._most_idle = most_idle
        self._idle = 0.0
        self._mark: Spent | None = None

    def start_step(self, now: Spent | None) -> None:
        """Start a step."""
        self._mark = now

    def find_excess(self, now: Spent | None, allowance: Allowance, waited: float) -> tuple[RanOut | None, Spent | None]:
        """Return what is used up of the step's `allowance`, and the step's spending, None if that isn't known yet.

        `waited` is for how many seconds its answer has been waited for; before that, it may have been idle because
        nobody read what it sent.
        """
        self._mark = mark = self._mark or now  # a new jail's worker isn't known yet when its first frame is sent
        if now is None or mark is None:  # the worker has just ended, or isn't known yet
            return None, None
        spent = now.since(mark)
        idle = min(spent.idle, waited)
        in_all = RanOut.IDLE_IN_ALL if self._idle + idle >= self._most_idle else None
        return allowance.find_excess(spent, idle) or in_all, spent

    def end_step(self, now: Spent | None, waited: float) -> None:
        """End a step, for whose answer the supervisor `waited` for so many seconds, and start the next."""
        spent = now.since(self._mark) if now is not None and self._mark is not None else None
        self.seconds = spent.processor if spent is not None else 0.0
        self._idle += max(min(spent.idle, waited), 0.0) if spent is not None else 0.0
        self._mark = now


Limit: TypeAlias = float | Allowance
"""A time by `time.monotonic`, or an allowance from now on."""


def find_deadline(limit: Limit) -> float:
    """Return the time, by `time.monotonic`, at which `limit` is over in any case."""
    return time.monotonic() + limit.wall if isinstance(limit, Allowance) else limit


def read_spent(pid: int) -> Spent | None:
    """Return the spending of the process `pid`, all its threads together; None if it is gone."""
    at = time.monotonic()
    with contextlib.suppress(OSError):
        return Spent(time.clock_gettime((~pid << 3) | 2), _read_queued(pid), at)  # as clock_getcpuclockid(3) makes it
    return None


def read_memory_mib(pid: int) -> int | None:
    """Return the memory of the process `pid` in MiB: its peak resident memory or its private memory, if that is more.

    The limit applies to private memory, touched or not, but the kernel doesn't record its peak. Return None if the
    process has ended or the kernel doesn't report it.
    """
    with contextlib.suppress(OSError, ValueError, IndexError):
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace").splitlines()
        sizes = [int(line.split()[1]) for line in lines if line.startswith(("VmHWM:", "VmData:"))]
        return math.ceil(max(sizes) / 1024) if sizes else None
    return None


def _read_queued(pid: int) -> float:
    """Return how many seconds the threads of `pid` waited for a processor; ended threads don't count.

    Only the `MOST_QUEUED` threads that waited longest count: hundreds of threads that wake up at once wait for each
    other, and their sum could hide that the process sleeps most of the time.
    """
    waited: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.scandir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError, ValueError, IndexError):
                waited.append(int(Path(task.path, "schedstat").read_text(encoding="ascii").split()[1]))
    return sum(heapq.nlargest(MOST_QUEUED, waited)) * _NANOSECOND
