"""The grader's counters for monitoring."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SandboxCounts:
    """The number of ready spares, by kind, and of sandboxes that ended before their submission was done, by reason."""

    spares: dict[str, int]
    ends: dict[str, int]
