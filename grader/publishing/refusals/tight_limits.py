"""Finds a time limit that correct solutions could exceed on a busy machine."""

from __future__ import annotations

import math
from typing import Final

MIN_TIME_FACTOR: Final = 5
"""A time limit must be at least this many times the time of the slowest accepted case."""


def find_tight_limit(time_limit: float | None, slowest_s: float) -> list[str]:
    """Return a finding if a declared limit is below `MIN_TIME_FACTOR` times the slowest accepted case (both in s)."""
    if time_limit is None or time_limit >= MIN_TIME_FACTOR * slowest_s:
        return []
    declared = f"problem.yaml, limits.time_limit: {time_limit:g} s"
    told = f"{declared} is less than {MIN_TIME_FACTOR} times the {slowest_s:.2g} s"
    advice = f"declare {math.ceil(MIN_TIME_FACTOR * slowest_s)} or more, or take the key out to have it inferred"
    return [f"{told} that an accepted solution takes for a case; {advice}"]
