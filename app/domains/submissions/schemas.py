"""The data types of submissions, for pages and programs."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from app.db.statuses import EventKind, Status
from app.http.problem_details import ProblemDetails
from app.kit.json_values import is_text
from grader.report import Mode, Report, Verdict

MAX_BATCH: Final = 20
"""The maximum number of submissions in one request."""


def _check_text(text: str) -> str:
    """Return text that can be used in a query; raises `ValueError` for anything else."""
    if "\0" in text or not is_text(text):
        message = "is no text"
        raise ValueError(message)
    return text


class NewSubmission(BaseModel):
    """Source to be graded: on the sample cases (`run`), or on the hidden ones, too (`submit`)."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"source": "def double(x):\n    return 2 * x\n", "mode": "submit"}]},
    )

    source: str
    mode: Mode


class BatchItem(NewSubmission):
    """One submission of several, and the problem that it is for."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"problem": "double", "source": "def double(x):\n    return 2 * x\n", "mode": "run"}]
        },
    )

    problem: Annotated[str, AfterValidator(_check_text)]


class Batch(BaseModel):
    """Several submissions, which are taken in this order."""

    model_config = ConfigDict(extra="forbid")

    items: Annotated[list[BatchItem], Field(min_length=1, max_length=MAX_BATCH)]


QUEUED: Final[dict[str, JsonValue]] = {
    "id": "01jd8r2m6vqs9g0h5t3k7b4n1e",
    "problem": "double",
    "version": 1,
    "mode": "submit",
    "status": "queued",
    "created_at": "2026-11-21T16:02:11Z",
    "source": "def double(x):\n    return 2 * x\n",
    "position": 1,
}
"""An example of a newly created submission."""
JUDGED: Final[dict[str, JsonValue]] = {
    **QUEUED,
    "status": "done",
    "verdict": "accepted",
    "report": {
        "problem": "double",
        "version": "1",
        "mode": "submit",
        "verdict": "accepted",
        "code": "accepted",
        "message": "All 12 cases are right.",
        "score": 1.0,
    },
    "started_at": "2026-11-21T16:02:11Z",
    "finished_at": "2026-11-21T16:02:12Z",
    "position": None,
}
"""The same example after judging; real reports have more fields."""


class SubmissionView(BaseModel):
    """A submission, as the user who sent it sees it. `position` is its place in the queue while it waits.

    `held_until`: when its verdict, which an exam holds, will be shown; until then `report` has the samples alone.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [QUEUED, JUDGED]})

    id: str
    problem: str
    version: int
    mode: Mode
    status: Status
    verdict: Verdict | None = None
    report: Report | None = None
    created_at: datetime
    started_at: datetime | None = None
    finished_at: datetime | None = None
    source: str
    position: int | None = None
    held_until: datetime | None = None


class AttemptView(BaseModel):
    """A submission in its sender's list. `held_until`: when its verdict, which an exam holds, will be shown."""

    id: str
    mode: Mode
    status: Status
    verdict: Verdict | None
    created_at: datetime
    held_until: datetime | None = None


class AttemptList(BaseModel):
    """Somebody's submissions to one problem, newest first."""

    attempts: list[AttemptView]


class HistoryRow(AttemptView):
    """A submission in the list of all that its sender has sent."""

    problem: str
    problem_name: str
    version: int
    score: float | None


class SubmissionList(BaseModel):
    """A part of somebody's submissions, newest first. `next` is the `cursor` of the part after it, null at the end."""

    submissions: list[HistoryRow]
    next: str | None


class BatchResult(BaseModel):
    """The result of one submission of several: the submission with status 202, or why it was refused."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"status": 202, "submission": QUEUED}]})

    status: int
    submission: SubmissionView | None = None
    error: ProblemDetails | None = None


class BatchResults(BaseModel):
    """The results, in the order in which they were sent."""

    results: list[BatchResult]


class HistoryFilter(BaseModel):
    """A filter of submissions. Empty fields match anything; unknown values match nothing."""

    problem: str = ""
    verdict: str = ""
    mode: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether no filter is set."""
        return not (self.problem or self.verdict or self.mode)


@dataclass(frozen=True)
class History:
    """A page, counted from 1, of a user's submissions, newest first."""

    rows: list[HistoryRow]
    page: int
    pages: int
    total: int


class AllFilter(BaseModel):
    """A filter of everybody's submissions. Empty fields match anything; unknown values match nothing."""

    learner: str = ""
    problem: str = ""
    verdict: str = ""


@dataclass(frozen=True)
class AnybodysRow:
    """A submission in the admins' list of all."""

    id: str
    learner: str
    problem: str
    mode: Mode
    status: Status
    verdict: Verdict | None
    created_at: datetime


@dataclass(frozen=True)
class AllPage:
    """A page, counted from 1, of everybody's submissions, newest first."""

    rows: list[AnybodysRow]
    page: int
    pages: int
    total: int


@dataclass(frozen=True)
class Journey:
    """The way to a solution: the user's earliest judged attempts at the problem, and the number of all attempts.

    `saw_solution` and `had_solved`: before it they had seen the problem's own solution, or had solved the problem.
    """

    earliest: list[SubmissionView]
    attempts: int
    saw_solution: bool = False
    had_solved: bool = False


@dataclass(frozen=True)
class Trail:
    """A user's submissions to a problem, newest first, and what is shown with the verdict on the last one.

    `judged` is the last one if it has a report, even a held one, and `previous` the one of the same mode before it that
    has one. If the last one solves the problem, `journey` is the way to it.
    """

    attempts: list[AttemptView]
    judged: SubmissionView | None = None
    previous: SubmissionView | None = None
    journey: Journey | None = None


@dataclass(frozen=True)
class NewRow:
    """The values assigned to a submission when it was stored."""

    id: int
    public_id: str
    created_at: datetime


@dataclass(frozen=True)
class Origin:
    """The request that made a submission: its id, and its span as a W3C `traceparent` if tracing is on."""

    request_id: str | None = None
    trace: str | None = None


@dataclass(frozen=True)
class Backlog:
    """The number of submissions in one state, and the age of the oldest, in seconds."""

    count: int
    oldest_s: float


@dataclass(frozen=True)
class WorkRow:
    """The data about a submission that a runner needs.

    `digest` is its bundle's, empty for a program that belongs to no problem. Its followers subscribe to `topic`, or
    without one to the submission's id. Without a request there is no `origin`. `is_guest`: it has no owner.
    """

    public_id: str
    mode: Mode
    source: str
    problem: str
    version: int
    digest: str
    topic: str | None = None
    origin: Origin = Origin()
    is_guest: bool = False


@dataclass(frozen=True)
class Event:
    """An event of a submission. One that isn't stored, a new place in the queue, has no `id`."""

    id: int | None
    kind: EventKind
    data: dict[str, Any]
