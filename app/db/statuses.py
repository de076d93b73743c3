"""Statuses and the one table of their transitions.

A submission and its job go through the same states::

    queued ──► running ──► done
      ▲           │ └────► failed
      └───────────┘ (released, lost, or retried)

`app.db.transitions.change_status` is the only place that changes one.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What an account may do."""

    LEARNER = "learner"
    INSTRUCTOR = "instructor"
    ADMIN = "admin"


class Status(StrEnum):
    """How far a submission, or its job, has come."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"

    @property
    def is_final(self) -> bool:
        """Whether nothing follows."""
        return not TRANSITIONS[self]

    @property
    def is_pending(self) -> bool:
        """Whether it waits or runs."""
        return not self.is_final

    def may_become(self, target: Status) -> bool:
        """Whether the table has this transition."""
        return target in TRANSITIONS[self]


TRANSITIONS: Final[dict[Status, frozenset[Status]]] = {
    Status.QUEUED: frozenset({Status.RUNNING}),
    Status.RUNNING: frozenset({Status.QUEUED, Status.DONE, Status.FAILED}),
    Status.DONE: frozenset(),
    Status.FAILED: frozenset(),
}
PENDING: Final = tuple(status for status in Status if status.is_pending)


class EventKind(StrEnum):
    """What an event of a submission tells."""

    QUEUED = "queued"
    STARTED = "started"
    CASE = "case"
    VERDICT = "verdict"
    FAILED = "failed"

    @property
    def is_fresh_start(self) -> bool:
        """Whether the cases that were told before count no more: a new attempt judges them anew."""
        return self in {EventKind.QUEUED, EventKind.STARTED}

    @property
    def is_last(self) -> bool:
        """Whether no event follows it."""
        return self in {EventKind.VERDICT, EventKind.FAILED}


class UnlockKind(StrEnum):
    """What a learner asked to be shown."""

    HINT = "hint"
    SOLUTION = "solution"
