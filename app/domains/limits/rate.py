"""Rates: how many uses are allowed at once, and at which pace. The arithmetic of every limit of the service.

For each key one moment is stored: when its uses would end at an even pace (the generic cell rate algorithm, ITU-T
I.371). It is in this process's memory (`app.domains.limits.limiter`) for limits on all requests, and in the database
(`app.domains.limits.repository`) for limits that must hold across servers and restarts: on submissions, on questions
and messages, and on guesses at passwords and codes (`app.domains.limits.throttle`).
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """A rate of at most `limit` uses at once, and then `limit` uses per `window_s` seconds. `limit` is above 0."""

    limit: int
    window_s: float = 60.0

    @property
    def window_ms(self) -> int:
        """The window in milliseconds."""
        return int(self.window_s * 1000)

    @property
    def pace_ms(self) -> int:
        """Milliseconds from one use to the next at an even pace."""
        return max(1, self.window_ms // self.limit)

    def times(self, factor: int) -> Rate:
        """Return the rate of so many times the uses."""
        return Rate(factor * self.limit, self.window_s)

    def add(self, ends_ms: int, moment_ms: int) -> int | None:
        """Return the end, in milliseconds, after one more use now; None if that is one too many."""
        ends_ms = max(ends_ms, moment_ms) + self.pace_ms
        return ends_ms if ends_ms <= moment_ms + self.window_ms else None

    def find_wait_s(self, ends_ms: int, moment_ms: int) -> int:
        """Return the whole seconds, at least 1, until a use that was refused now would be allowed."""
        return max(1, math.ceil((max(ends_ms, moment_ms) + self.pace_ms - self.window_ms - moment_ms) / 1000))

    def count_left(self, ends_ms: int, moment_ms: int) -> int:
        """Return the number of further uses allowed now."""
        return max(0, (self.window_ms - max(0, ends_ms - moment_ms)) // self.pace_ms)


def read_clock_ms() -> int:
    """Return the milliseconds since 1970."""
    return int(time.time() * 1000)
