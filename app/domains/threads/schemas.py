"""The data types of threads, requests, saved comments and rubrics, for pages and programs."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.db.statuses import ReviewOutcome, ReviewStatus
from app.domains.courses.fields import Body, OptionalBody, OptionalShortLine
from app.domains.courses.rubric_schemas import MAX_ITEMS, PlainRubricItem
from app.kit.json_values import Boolean, Integer
from grader.report import Report, Verdict


class NewMessage(BaseModel):
    """A message; `line`: the line of the source that it is about, from 1."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"body": "`x + x` would do here.", "line": 1}]}
    )

    body: Body
    line: Annotated[Integer, Field(ge=1, le=100_000)] | None = None


class NewStaffMessage(NewMessage):
    """A message in a course; `keep`, for staff who may edit students' data: it is kept among its comments, too."""

    keep: Boolean = False


class NewReport(BaseModel):
    """A learner says that a verdict is unfair, and perhaps why."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"reason": "The statement allows an empty array."}]}
    )

    reason: OptionalBody = ""


class NewRequest(BaseModel):
    """A student asks to have the grade of a submission looked at again, and why."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"reason": "The comment on line 2 is wrong."}]}
    )

    reason: Body


class Owner(BaseModel):
    """Who deals with a request, by their account's name; nobody where it is empty."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "iris"}]})

    name: OptionalShortLine = ""


class ReportAnswer(BaseModel):
    """An answer to a report: the verdict stays. What a regrade changes is answered by the regrade."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"body": "The statement says so."}]})

    body: Body


class RequestAnswer(BaseModel):
    """An answer to a request: the grade is kept, or changed to `points`."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"body": "You are right.", "outcome": "changed", "points": 8}]},
    )

    body: Body
    outcome: Literal["kept", "changed"] = "kept"
    points: Annotated[float, Field(ge=0, le=2000, allow_inf_nan=False)] | None = None


class MessageView(BaseModel):
    """A message. Without an `author`: of somebody who has left. `staff`: not by the learner whose submission it is."""

    author: str | None
    staff: bool
    mine: bool
    line: int | None
    body: str
    at: datetime


class ReviewView(BaseModel):
    """A request to look at a verdict or a grade again, since `created_at`.

    `assignment` is the name of the one whose grade it is about. `before` and `after` are the verdicts where a regrade
    answered it.
    """

    id: str
    submission: str
    assignment: str | None = None
    problem: str
    problem_name: str
    learner: str
    status: ReviewStatus
    outcome: ReviewOutcome | None
    owner: str | None
    before: Verdict | None
    after: Verdict | None
    created_at: datetime
    closed_at: datetime | None


class OpenReview(BaseModel):
    """An open report on a verdict, or an open request about a grade in course `course_name`, for one list of all.

    `path` is its page's, and `owner_path` the address that changes its owner, where the list offers that.
    """

    path: str
    owner_path: str | None
    problem: str
    learner: str
    owner: str | None
    course_name: str | None
    created_at: datetime


class ReviewList(BaseModel):
    """Requests: open ones first, the oldest first."""

    requests: list[ReviewView]


class RubricLine(BaseModel):
    """An item of a rubric, of an assignment's kata, and whether it is ticked."""

    id: str
    assignment: str
    points: float
    words: str
    ticked: bool


class AttemptEntry(BaseModel):
    """A submission by the same learner to the same kata."""

    submission: str
    verdict: Verdict | None
    submitted_at: datetime


class ThreadView(BaseModel):
    """A submission and what is said about it.

    `request_until`: until when its learner may ask to have it looked at again; null where they can't now. `rubric` has
    the items of all assignments with this kata; learners see those that are ticked. `report`, as its learner can read
    it, and the learner's newest `attempts` are for staff and authors only.
    """

    submission: str
    problem: str
    problem_name: str
    learner: str
    own: bool
    verdict: Verdict | None
    submitted_at: datetime
    source: str
    messages: list[MessageView]
    requests: list[ReviewView]
    request_until: datetime | None = None
    rubric: list[RubricLine] = []
    report: Report | None = None
    attempts: list[AttemptEntry] = []


class ThreadEntry(BaseModel):
    """A submission about which there are messages, the last of them at `last_at`."""

    submission: str
    problem: str
    problem_name: str
    learner: str
    messages: int
    last_at: datetime


class ThreadList(BaseModel):
    """Threads, those with the newest messages first."""

    threads: list[ThreadEntry]


class Comment(BaseModel):
    """A comment that is kept for reuse."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"body": "Use `jnp.where` here."}]})

    body: Body


class CommentView(BaseModel):
    """A kept comment."""

    id: str
    body: str
    made_by: str | None


class CommentList(BaseModel):
    """A course's kept comments, the oldest first."""

    comments: list[CommentView]


class RubricItemFields(PlainRubricItem):
    """An item of a rubric: points to add or, if negative, to take off, and words. With its `id` an item stays."""

    id: OptionalShortLine = ""


class Rubric(BaseModel):
    """The rubric of an assignment's kata."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"items": [{"points": -2, "words": "A Python loop over rows"}]}]},
    )

    items: Annotated[list[RubricItemFields], Field(max_length=MAX_ITEMS)] = []


class Ticks(BaseModel):
    """The ids of all items of the rubric that hold for a submission."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"items": []}]})

    items: Annotated[list[Annotated[str, Field(max_length=26)]], Field(max_length=1000)] = []
