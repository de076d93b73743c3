"""The grader's counters for monitoring."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SandboxCounts:
    """Spares that are ready, by kind, and sandboxes that ended before their submission was through, by reason."""

    spares: dict[str, int]
    ends: dict[str, int]
