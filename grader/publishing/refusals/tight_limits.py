"""A time limit that leaves right solutions too little room on a busy machine."""

from __future__ import annotations

import math
from typing import Final

ROOM: Final = 5
"""How many times the slowest accepted solution's time a limit must be."""


def find_tight_limit(time_limit: float | None, slowest_s: float) -> list[str]:
    """Return a finding where a declared limit, in seconds, is less than `ROOM` times the slowest accepted case."""
    if time_limit is None or time_limit >= ROOM * slowest_s:
        return []
    told = f"problem.yaml, limits.time_limit: {time_limit:g} s is less than {ROOM} times the {slowest_s:.2g} s"
    advice = f"declare {math.ceil(ROOM * slowest_s)} or more, or take the key out to have it inferred"
    return [f"{told} that an accepted solution takes for a case; {advice}"]
