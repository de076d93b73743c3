"""What runners and the queue look like to pages and commands."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pydantic import BaseModel

from app.db.statuses import RunnerStatus
from grader.report import Mode

SILENT: Final = "silent"
"""What a runner is called that has shown no sign of life for too long."""


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


class WaitingRow(BaseModel):
    """Submissions that wait for the same kind of runner, and how many runners of that kind claim."""

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
    """All runners, and what waits for them."""

    runners: list[RunnerView]
    waiting: list[WaitingRow]

    @property
    def counts(self) -> dict[str, int]:
        """How many runners are in each state: a `RunnerStatus`, or `silent`."""
        counts = dict.fromkeys([*(status.value for status in RunnerStatus), SILENT], 0)
        for one in self.runners:
            counts[SILENT if one.is_silent else one.status.value] += 1
        return counts

    @property
    def stranded(self) -> list[WaitingRow]:
        """What waits for a kind of runner that doesn't claim, or isn't there."""
        return [row for row in self.waiting if not row.runners]

    @property
    def faults(self) -> list[str]:
        """Why something isn't graded that should be, and what to do about it. Names no runner: others may read it."""
        counts = self.counts
        if not self.runners:
            return ["No runner is there, so nothing is graded. `jaxdojo runner` starts one."]
        if not counts[RunnerStatus.ACTIVE.value]:
            found = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in counts.items() if count)
            told = f"No runner claims jobs, so nothing is graded: {found}. `jaxdojo runner list` says which and why, "
            todo = "`jaxdojo runner uncordon NAME` lets one claim again, and one that is silent must be started again."
            return [told + todo]
        return [
            f"{row.count} {'waits' if row.count == 1 else 'wait'} for {row.wanted}, and none claims: start one."
            for row in self.stranded
        ]


class QueueView(BaseModel):
    """The queue: how many wait, run and have failed, since when the oldest waits, and what failed last."""

    queued: int
    running: int
    failed: int
    regrades: int
    """How many submissions wait to be judged again, or are."""
    oldest: datetime | None
    waiting: list[WaitingRow]
    """What waits, by what it asks of a runner."""
    failures: list[FailedRow]
