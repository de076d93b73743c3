"""What runners and the queue look like to pages and commands."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import BaseModel

from app.db.statuses import RunnerStatus
from grader.report import Mode


@dataclass(frozen=True)
class Registration:
    """What a runner says of itself at its start."""

    name: str
    host: str
    capacity: int
    device: str
    labels: str


class RunnerView(BaseModel):
    """A runner. `is_silent`: it has shown no sign of life for so long that its jobs are given to others."""

    name: str
    host: str
    capacity: int
    device: str
    labels: str
    tier: str
    stack: str
    started_at: datetime
    seen_at: datetime
    status: RunnerStatus
    running: int | None
    failures: int
    reason: str
    is_silent: bool

    @property
    def is_empty(self) -> bool:
        """Whether it claims nothing and has said since that nothing runs any more, so that it may be stopped."""
        return not self.status.claims and self.running == 0


class FailedRow(BaseModel):
    """A submission on which the platform gave up."""

    id: str
    problem: str
    mode: Mode
    attempts: int
    revivals: int
    created_at: datetime
    finished_at: datetime | None


class QueueView(BaseModel):
    """The queue: how many wait, run and have failed, since when the oldest waits, and what failed last."""

    queued: int
    running: int
    failed: int
    regrades: int
    """How many submissions wait to be judged again, or are."""
    oldest: datetime | None
    failures: list[FailedRow]
