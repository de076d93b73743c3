"""The queue's interface, which doesn't depend on the database.

Each method works in the caller's session, so its changes are committed together with the caller's: a job is queued in
the transaction that stores its submission.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.db.statuses import Status
    from grader.report import Stack


@dataclass(frozen=True)
class Claim:
    """A job that one runner has claimed, which it needs in order to report on the job. `attempt` counts from 1.

    With a `regrading_id`, the job is for that regrading, not for the submission itself. `since` is when it was claimed,
    where ids alone don't tell claims apart: SQLite gives the id of a deleted job to the next one.
    """

    job_id: int
    submission_id: int
    attempt: int
    runner: str
    regrading_id: int | None = None
    since: datetime | None = None


@dataclass(frozen=True)
class LostJob:
    """A job whose runner vanished. It is `requeued`, unless it has used all its attempts and has failed."""

    submission_id: int
    attempts: int
    requeued: bool
    regrading_id: int | None = None


GUESTS: Final = 8
"""The priority of guests' jobs: after members' jobs, before background jobs. Jobs from here on leave a slot free."""
BACKGROUND: Final = 10
"""The lowest priority of background jobs."""


class Queue(Protocol):
    """First in, first out within a priority; lower priorities first."""

    def defer(self, session: Session, submission_id: int, *, priority: int) -> int:
        """Queue a submission; return its position, which is 1 for the next to run."""

    def defer_regrade(self, session: Session, regrade_id: int) -> None:
        """Queue all waiting regradings of a regrade, as background jobs."""

    def revive(self, session: Session, submission_id: int) -> None:
        """Queue the failed job of a submission again, as a background job with all its attempts."""

    def find_position(self, session: Session, submission_id: int) -> int | None:
        """Return the position of a waiting submission; None if it isn't waiting."""

    def claim(self, session: Session, runner: str, *, urgent: bool = False, stack: Stack | None = None) -> Claim | None:
        """Claim the next job that may start now; if `urgent`, only a member's. No two callers get the same job.

        Claims only jobs that this process's device and the runner's `stack` can do; if `stack` is None, only jobs
        without requirements on versions.
        """

    def heartbeat(self, session: Session, claims: Collection[Claim]) -> None:
        """Record a heartbeat for these jobs."""

    def require(self, session: Session, claim: Claim) -> None:
        """Raise `LostClaimError` if a job is no longer this runner's."""

    def complete(self, session: Session, claim: Claim, status: Status) -> None:
        """End a job as done or failed; raises `LostClaimError` if it is no longer this runner's."""

    def release(self, session: Session, claim: Claim, *, delay_s: float, counted: bool) -> None:
        """Return a job to the queue, to start no earlier than in `delay_s` seconds; `counted`: the attempt counts.

        Raises `LostClaimError` if the job is no longer this runner's.
        """

    def abandon(self, session: Session, claim: Claim) -> None:
        """Declare a live runner's job lost; raises `LostClaimError` if it is no longer this runner's."""

    def requeue_lost(self, session: Session, runner: str, *, lost_after_s: float, max_attempts: int) -> list[LostJob]:
        """Requeue the jobs of runners without a heartbeat."""
