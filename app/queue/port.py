"""What the service asks of a queue, whichever holds it.

Each method works in the caller's session, so that what it does and what the caller stores happen together or not at
all: a job is queued in the transaction that stores its submission.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncSession

    from app.db.statuses import Status


@dataclass(frozen=True)
class Claim:
    """A job that one runner has taken: its proof when it reports. `attempt` counts from 1."""

    job_id: int
    submission_id: int
    attempt: int
    runner: str


@dataclass(frozen=True)
class LostJob:
    """A job whose runner vanished; `requeued` unless it has had all its attempts, then it has failed."""

    submission_id: int
    attempts: int
    requeued: bool


class Queue(Protocol):
    """First in, first out within a priority; lower priorities first."""

    async def defer(self, session: AsyncSession, submission_id: int, *, priority: int) -> int:
        """Queue a submission; returns its position, 1 for the next to run."""

    async def find_position(self, session: AsyncSession, submission_id: int) -> int | None:
        """Return the position of a waiting submission; None when it doesn't wait."""

    async def claim(self, session: AsyncSession, runner: str) -> Claim | None:
        """Take the next job that may start now. No two callers ever get the same one."""

    async def heartbeat(self, session: AsyncSession, claims: Collection[Claim]) -> None:
        """Say that these jobs are being worked on."""

    async def complete(self, session: AsyncSession, claim: Claim, status: Status) -> None:
        """End a job as done or failed; raises `LostClaimError` when it is no longer this runner's."""

    async def release(self, session: AsyncSession, claim: Claim, *, delay_s: float, counted: bool) -> None:
        """Give a job back, to start after `delay_s` at the earliest; `counted`: the attempt counts.

        Raises `LostClaimError` when the job is no longer this runner's.
        """

    async def requeue_lost(
        self, session: AsyncSession, runner: str, *, lost_after_s: float, max_attempts: int
    ) -> list[LostJob]:
        """Take back the jobs of runners that show no sign of life."""
