"""Statuses and the one table of their transitions.

A submission and its job go through the same states::

    queued ──► running ──► done
     ▲ ▲          │ └────► failed
     │ └──────────┘ (released, lost, or retried)
     └──────────────────── failed (tried again later: it was our fault)

A version is published at once, or staged first; a regrade runs, is ready, and is then decided on::

    staged ──► published        running ──► ready ──► applied
       └─────► dropped             └──────────┴─────► dropped

A runner claims jobs while it is `active`. An admin may drain or cordon it, and one that keeps failing is
`set_aside`; an admin makes it active again.

A task on a working copy waits for others, runs, and ends in one of five ways (`TaskStatus`).

A student's request for more time is open until staff grant or decline it, or the student withdraws it.

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

    @property
    def is_author(self) -> bool:
        """Whether this account may write problems."""
        return self is not Role.LEARNER

    def may_invite(self, role: Role) -> bool:
        """Whether this account may invite people who become `role`."""
        return self is Role.ADMIN or (self.is_author and role is Role.LEARNER)


class TicketKind(StrEnum):
    """What a ticket allows."""

    ADMIN = "admin"
    RESET = "reset"
    EMAIL = "email"
    SECOND_FACTOR = "second_factor"
    NEWCOMER = "newcomer"


class DeliveryStatus(StrEnum):
    """The state of a message to a webhook: it waits, perhaps for another attempt, until it is accepted or given up."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


class Status(StrEnum):
    """The state of a submission and of its job."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"

    @property
    def is_final(self) -> bool:
        """Whether this state is final. A failed submission may still be queued again."""
        return self in {Status.DONE, Status.FAILED}

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
    Status.FAILED: frozenset({Status.QUEUED}),
}
PENDING: Final = tuple(status for status in Status if status.is_pending)


class VersionStatus(StrEnum):
    """Whether a version of a problem counts."""

    STAGED = "staged"
    PUBLISHED = "published"
    DROPPED = "dropped"

    def may_become(self, target: VersionStatus) -> bool:
        """Whether a version may go from here to `target`."""
        return self is VersionStatus.STAGED and target is not VersionStatus.STAGED


class RegradeStatus(StrEnum):
    """The state of a regrade."""

    RUNNING = "running"
    READY = "ready"
    APPLIED = "applied"
    DROPPED = "dropped"

    @property
    def is_open(self) -> bool:
        """Whether it runs or waits for a decision."""
        return self in {RegradeStatus.RUNNING, RegradeStatus.READY}

    def may_become(self, target: RegradeStatus) -> bool:
        """Whether a regrade may go from here to `target`."""
        return target in _REGRADES[self]


_REGRADES: Final[dict[RegradeStatus, frozenset[RegradeStatus]]] = {
    RegradeStatus.RUNNING: frozenset({RegradeStatus.READY, RegradeStatus.DROPPED}),
    RegradeStatus.READY: frozenset({RegradeStatus.APPLIED, RegradeStatus.DROPPED}),
    RegradeStatus.APPLIED: frozenset(),
    RegradeStatus.DROPPED: frozenset(),
}


class TaskStatus(StrEnum):
    """The state of a task on a working copy.

    `refused` is about the problem, `failed` about the platform; `interrupted` is one whose process is gone.
    """

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"

    @property
    def is_over(self) -> bool:
        """Whether nothing follows."""
        return self not in {TaskStatus.WAITING, TaskStatus.RUNNING}

    def may_become(self, target: TaskStatus) -> bool:
        """Whether a task may go from here to `target`, or stay: its progress may be updated until it is over."""
        return not self.is_over and (target is not TaskStatus.WAITING or self is TaskStatus.WAITING)


class RunnerStatus(StrEnum):
    """What a runner may do.

    `draining`: it finishes its jobs and stops. `cordoned`: it takes no jobs. `set_aside`: its grades kept failing by
    faults of the platform.
    """

    ACTIVE = "active"
    DRAINING = "draining"
    CORDONED = "cordoned"
    SET_ASIDE = "set_aside"

    @property
    def claims(self) -> bool:
        """Whether it takes jobs."""
        return self is RunnerStatus.ACTIVE

    def may_become(self, target: RunnerStatus) -> bool:
        """Whether a runner may go from here to `target`."""
        return target in _RUNNERS[self]


_RUNNERS: Final[dict[RunnerStatus, frozenset[RunnerStatus]]] = {
    RunnerStatus.ACTIVE: frozenset({RunnerStatus.DRAINING, RunnerStatus.CORDONED, RunnerStatus.SET_ASIDE}),
    RunnerStatus.DRAINING: frozenset({RunnerStatus.ACTIVE, RunnerStatus.CORDONED}),
    RunnerStatus.CORDONED: frozenset({RunnerStatus.ACTIVE, RunnerStatus.DRAINING}),
    RunnerStatus.SET_ASIDE: frozenset({RunnerStatus.ACTIVE, RunnerStatus.DRAINING}),
}


class EventKind(StrEnum):
    """The kinds of events of a submission."""

    QUEUED = "queued"
    STARTED = "started"
    CASE = "case"
    VERDICT = "verdict"
    FAILED = "failed"

    @property
    def is_fresh_start(self) -> bool:
        """Whether earlier cases no longer count, because a new attempt judges them again."""
        return self in {EventKind.QUEUED, EventKind.STARTED}

    @property
    def is_last(self) -> bool:
        """Whether no event follows it."""
        return self in {EventKind.VERDICT, EventKind.FAILED}


class UnlockKind(StrEnum):
    """What a learner asked to see."""

    HINT = "hint"
    SOLUTION = "solution"


class Right(StrEnum):
    """What a course's staff may do with its content, and with its students' data."""

    NONE = "none"
    VIEW = "view"
    EDIT = "edit"

    def includes(self, right: Right) -> bool:
        """Whether this right is at least as much as another."""
        order = list(Right)
        return order.index(self) >= order.index(right)


class Counts(StrEnum):
    """Which of somebody's submissions to a kata counts, of those that were sent while there was credit."""

    BEST = "best"
    LAST = "last"
    FIRST = "first"


class After(StrEnum):
    """What an assignment is when nothing counts any more: open for practice, or closed."""

    PRACTICE = "practice"
    CLOSED = "closed"


class ExtensionStatus(StrEnum):
    """The state of a student's request for more time."""

    OPEN = "open"
    GRANTED = "granted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"

    def may_become(self, target: ExtensionStatus) -> bool:
        """Whether a request may go from here to `target`."""
        return self is ExtensionStatus.OPEN and target is not ExtensionStatus.OPEN
