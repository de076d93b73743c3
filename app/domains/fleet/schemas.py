"""The data types of runners and the queue, for pages and commands."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pydantic import BaseModel

from app.db.statuses import RunnerStatus
from grader.report import Mode

SILENT: Final = "silent"
"""The state of a runner without a recent heartbeat."""


@dataclass(frozen=True)
class Registration:
    """What a runner reports about itself when it starts."""

    name: str
    host: str
    capacity: int
    device: str
    labels: str


class RunnerView(BaseModel):
    """A runner. `is_silent`: it has had no heartbeat for so long that its jobs go to other runners."""

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
        """Whether it claims nothing, and has since reported that nothing is running, so that it can be stopped."""
        return not self.status.claims and self.running == 0


class FailedRow(BaseModel):
    """A submission that the platform failed to grade."""

    id: str
    problem: str
    mode: Mode
    attempts: int
    revivals: int
    created_at: datetime
    finished_at: datetime | None


class WaitingRow(BaseModel):
    """Submissions that wait for the same kind of runner, and how many such runners claim jobs."""

    device: str
    needs: str
    count: int
    oldest: datetime
    runners: int

    @property
    def wanted(self) -> str:
        """The kind of runner in words."""
        asked = [] if self.device == "any" else [f"JAXDOJO_DEVICE={self.device}"]
        asked += self.needs.split()
        return f"a runner with {', '.join(asked)}" if asked else "a runner"


@dataclass(frozen=True)
class FleetState:
    """All runners, and the submissions that wait for them."""

    runners: list[RunnerView]
    waiting: list[WaitingRow]

    @property
    def counts(self) -> dict[str, int]:
        """The number of runners in each state: a `RunnerStatus`, or `silent`."""
        counts = dict.fromkeys([*(status.value for status in RunnerStatus), SILENT], 0)
        for one in self.runners:
            counts[SILENT if one.is_silent else one.status.value] += 1
        return counts

    @property
    def stranded(self) -> list[WaitingRow]:
        """Submissions waiting for a kind of runner that is missing or isn't claiming."""
        return [row for row in self.waiting if not row.runners]

    @property
    def faults(self) -> list[str]:
        """Why submissions wait, and what to do about it. Names no runner, because it is public."""
        counts = self.counts
        if not self.runners:
            return ["There is no runner, so nothing is graded. `jaxdojo runner` starts one."]
        if not counts[RunnerStatus.ACTIVE.value]:
            found = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in counts.items() if count)
            told = f"No runner claims jobs, so nothing is graded: {found}. `jaxdojo runner list` says which and why, "
            todo = "`jaxdojo runner uncordon NAME` lets one claim again, and one that is silent must be started again."
            return [told + todo]
        return [
            f"{row.count} {'waiting' if row.count == 1 else 'wait'} for {row.wanted}, and none is claiming: start one."
            for row in self.stranded
        ]


class QueueView(BaseModel):
    """The queue: how many submissions wait, run and have failed, since when the oldest waits, and the last failures."""

    queued: int
    running: int
    failed: int
    regrades: int
    """The number of submissions that wait to be regraded, or are being regraded."""
    oldest: datetime | None
    waiting: list[WaitingRow]
    """The waiting submissions, by the runner that they need."""
    failures: list[FailedRow]
