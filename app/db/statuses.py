"""Statuses and their transitions.

A submission and its job have the same statuses::

    queued ──► running ──► done
     ▲ ▲          │ └────► failed
     │ └──────────┘ (released, lost, or retried)
     └──────────────────── failed (requeued later: it was the platform's fault)

A version is published at once, or staged first; a regrade runs, is ready, and is then applied or dropped::

    staged ──► published        running ──► ready ──► applied
       └─────► dropped             └──────────┴─────► dropped

A runner claims jobs while it is `active`. An admin may drain or cordon it, and one that keeps failing is
`set_aside`; an admin makes it active again.

A task on a working copy waits for others, runs, and ends in one of five ways (`TaskStatus`).

A student's request for more time is open until staff grant or decline it, or the student withdraws it.

Only `app.db.transitions.change_status` changes a status.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """The roles of accounts, which determine their rights."""

    LEARNER = "learner"
    INSTRUCTOR = "instructor"
    ADMIN = "admin"

    @property
    def is_author(self) -> bool:
        """Whether this account may write problems."""
        return self is not Role.LEARNER

    def may_invite(self, role: Role) -> bool:
        """Return whether this account may invite people who become `role`."""
        return self is Role.ADMIN or (self.is_author and role is Role.LEARNER)


class SharingRole(StrEnum):
    """The role of somebody with whom a problem is shared; each role includes the rights of those before it."""

    READ = "read"
    """See everything that its authors see: files, versions, statistics, reports."""
    COMMENT = "comment"
    """Answer reports on verdicts, too."""
    EDIT = "edit"
    """Change and publish it, too."""

    def allows(self, needed: SharingRole) -> bool:
        """Return whether this role includes the rights of `needed`."""
        roles = list(SharingRole)
        return roles.index(self) >= roles.index(needed)


class TicketKind(StrEnum):
    """The kinds of tickets, named after the step that they allow."""

    ADMIN = "admin"
    RESET = "reset"
    EMAIL = "email"
    SECOND_FACTOR = "second_factor"
    NEWCOMER = "newcomer"
    LTI_LAUNCH = "lti_launch"
    LTI_REGISTRATION = "lti_registration"


class LtiRole(StrEnum):
    """The roles in a platform's course that matter here."""

    STUDENT = "student"
    STAFF = "staff"
    OTHER = "other"


class DeliveryStatus(StrEnum):
    """The status of a message to a webhook, which waits, perhaps for another attempt, until accepted or abandoned."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


class Status(StrEnum):
    """The status of a submission and of its job."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"

    @property
    def is_final(self) -> bool:
        """Whether this status is final. A failed submission may still be queued again."""
        return self in {Status.DONE, Status.FAILED}

    @property
    def is_pending(self) -> bool:
        """Whether the submission is waiting or running."""
        return not self.is_final

    def may_become(self, target: Status) -> bool:
        """Return whether this transition is allowed."""
        return target in TRANSITIONS[self]


TRANSITIONS: Final[dict[Status, frozenset[Status]]] = {
    Status.QUEUED: frozenset({Status.RUNNING}),
    Status.RUNNING: frozenset({Status.QUEUED, Status.DONE, Status.FAILED}),
    Status.DONE: frozenset(),
    Status.FAILED: frozenset({Status.QUEUED}),
}
PENDING: Final = tuple(status for status in Status if status.is_pending)


class VersionStatus(StrEnum):
    """The status of a version of a problem; only published versions count."""

    STAGED = "staged"
    PUBLISHED = "published"
    DROPPED = "dropped"

    def may_become(self, target: VersionStatus) -> bool:
        """Return whether a version may change from this status to `target`."""
        return self is VersionStatus.STAGED and target is not VersionStatus.STAGED


class RegradeStatus(StrEnum):
    """The status of a regrade."""

    RUNNING = "running"
    READY = "ready"
    APPLIED = "applied"
    DROPPED = "dropped"

    @property
    def is_open(self) -> bool:
        """Whether the regrade is running or waiting for a decision."""
        return self in {RegradeStatus.RUNNING, RegradeStatus.READY}

    def may_become(self, target: RegradeStatus) -> bool:
        """Return whether a regrade may change from this status to `target`."""
        return target in _REGRADES[self]


_REGRADES: Final[dict[RegradeStatus, frozenset[RegradeStatus]]] = {
    RegradeStatus.RUNNING: frozenset({RegradeStatus.READY, RegradeStatus.DROPPED}),
    RegradeStatus.READY: frozenset({RegradeStatus.APPLIED, RegradeStatus.DROPPED}),
    RegradeStatus.APPLIED: frozenset(),
    RegradeStatus.DROPPED: frozenset(),
}


class TaskStatus(StrEnum):
    """The status of a task on a working copy.

    `refused` means an error in the problem, `failed` a failure of the platform; `interrupted`: its process is gone.
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
        """Whether the task has ended."""
        return self not in {TaskStatus.WAITING, TaskStatus.RUNNING}

    def may_become(self, target: TaskStatus) -> bool:
        """Return whether a task may change to `target`, or keep its status to update its progress, until it is over."""
        return not self.is_over and (target is not TaskStatus.WAITING or self is TaskStatus.WAITING)


class RunnerStatus(StrEnum):
    """The status of a runner.

    `draining`: it finishes its jobs and stops. `cordoned`: it claims no jobs. `set_aside`: its grades kept failing on
    the platform's side.
    """

    ACTIVE = "active"
    DRAINING = "draining"
    CORDONED = "cordoned"
    SET_ASIDE = "set_aside"

    @property
    def claims(self) -> bool:
        """Whether the runner claims jobs."""
        return self is RunnerStatus.ACTIVE

    def may_become(self, target: RunnerStatus) -> bool:
        """Return whether a runner may change from this status to `target`."""
        return target in _RUNNERS[self]


_RUNNERS: Final[dict[RunnerStatus, frozenset[RunnerStatus]]] = {
    RunnerStatus.ACTIVE: frozenset({RunnerStatus.DRAINING, RunnerStatus.CORDONED, RunnerStatus.SET_ASIDE}),
    RunnerStatus.DRAINING: frozenset({RunnerStatus.ACTIVE, RunnerStatus.CORDONED}),
    RunnerStatus.CORDONED: frozenset({RunnerStatus.ACTIVE, RunnerStatus.DRAINING}),
    RunnerStatus.SET_ASIDE: frozenset({RunnerStatus.ACTIVE, RunnerStatus.DRAINING}),
}


class EventKind(StrEnum):
    """The kinds of a submission's events."""

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
        """Whether this is a submission's last event."""
        return self in {EventKind.VERDICT, EventKind.FAILED}


class UnlockKind(StrEnum):
    """The kinds of content that a learner unlocked."""

    HINT = "hint"
    SOLUTION = "solution"


class Clarity(StrEnum):
    """A rating of how clear a kata's texts are."""

    CLEAR = "clear"
    PARTLY = "partly"
    UNCLEAR = "unclear"


class Right(StrEnum):
    """The rights of a course's staff to its content, and to its students' data."""

    NONE = "none"
    VIEW = "view"
    EDIT = "edit"

    def includes(self, right: Right) -> bool:
        """Return whether this right includes another."""
        order = list(Right)
        return order.index(self) >= order.index(right)


class Counts(StrEnum):
    """Which of a student's submissions to a kata counts, out of those sent while there was credit."""

    BEST = "best"
    LAST = "last"
    FIRST = "first"


class After(StrEnum):
    """The state of an assignment once submissions no longer count: open for practice, or closed."""

    PRACTICE = "practice"
    CLOSED = "closed"


class ExtensionStatus(StrEnum):
    """The status of a student's request for more time."""

    OPEN = "open"
    GRANTED = "granted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"

    def may_become(self, target: ExtensionStatus) -> bool:
        """Return whether a request may go from here to `target`."""
        return self is ExtensionStatus.OPEN and target is not ExtensionStatus.OPEN


class ReviewStatus(StrEnum):
    """The status of a request for a second look at a verdict or a grade."""

    OPEN = "open"
    ANSWERED = "answered"
    WITHDRAWN = "withdrawn"

    def may_become(self, target: ReviewStatus) -> bool:
        """Return whether a request may go from here to `target`."""
        return self is ReviewStatus.OPEN and target is not ReviewStatus.OPEN


class ReviewOutcome(StrEnum):
    """The outcome of a second look at a verdict or a grade: nothing changed, or staff or a regrade changed it."""

    KEPT = "kept"
    CHANGED = "changed"
    REGRADED = "regraded"
