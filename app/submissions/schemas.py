"""What submissions look like to pages and programs."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

from app.db.statuses import EventKind, Status
from grader.report import Mode, Report, Verdict


class NewSubmission(BaseModel):
    """Source to be graded: by the sample cases (`run`), or by the hidden ones, too (`submit`)."""

    model_config = ConfigDict(extra="forbid")

    source: str
    mode: Mode


class SubmissionView(BaseModel):
    """A submission, for the one who made it. `position` is its place in the queue while it waits."""

    id: str
    problem: str
    version: int
    mode: Mode
    status: Status
    verdict: Verdict | None
    report: Report | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    source: str
    position: int | None = None


@dataclass(frozen=True)
class Event:
    """Something that happened to a submission. What isn't stored, a new place in the queue, has no `id`."""

    id: int | None
    kind: EventKind
    data: dict[str, Any]
