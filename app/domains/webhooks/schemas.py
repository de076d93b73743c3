"""The data types of webhooks, over HTTP and on their page, and of the messages sent to them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict

from app.db.statuses import DeliveryStatus, Status
from app.kit.json_values import Boolean
from grader.report import Mode, Verdict


class NewWebhook(BaseModel):
    """A new webhook: for your own verdicts or, for admins, everybody's."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"url": "https://example.org/verdicts", "for_all": False}]}
    )

    url: str
    for_all: Boolean = False


class WebhookView(BaseModel):
    """A webhook. It is sent the changed grades of the `course` with this id or, if there is none, verdicts.

    A disabled one is sent nothing until it is enabled again.
    """

    id: str
    url: str
    for_all: bool
    course: str | None = None
    created_at: datetime
    failing_since: datetime | None
    disabled_at: datetime | None


class WebhookList(BaseModel):
    """Your webhooks, oldest first."""

    webhooks: list[WebhookView]


class FreshWebhook(BaseModel):
    """A webhook that was just made, with the secret that signs its messages, shown only once."""

    webhook: WebhookView
    secret: str


class DeliveryView(BaseModel):
    """One message to a webhook. `result` is the last response's status, or why there was none."""

    id: str
    status: DeliveryStatus
    attempts: int
    result: str | None
    created_at: datetime
    next_at: datetime | None


class DeliveryList(BaseModel):
    """A webhook's last messages, newest first."""

    deliveries: list[DeliveryView]


class Judged(BaseModel):
    """A message's data about a submission. Its report is at `GET /api/v1/submissions/ID`."""

    id: str
    problem: str
    version: int
    user: str
    mode: Mode
    status: Status
    verdict: Verdict | None
    score: float | None
    created_at: datetime
    finished_at: datetime | None


class JudgedAgain(Judged):
    """A message's data about a submission whose verdict a regrade changed: the verdict `before`, and the reason."""

    before: Verdict | None
    reason: str


class GradeReason(StrEnum):
    """Why a grade is another one than before.

    `graded`: by a submission. `regraded`: the problem was repaired. `overridden`: staff gave other points. `changed`:
    anything else, such as another date, a rubric, or points of staff that were taken back.
    """

    GRADED = "graded"
    REGRADED = "regraded"
    OVERRIDDEN = "overridden"
    CHANGED = "changed"


class GradeChanged(BaseModel):
    """A message's data about the grade of a kata, by ids of course, assignment and student, and the problem's slug.

    `points` of `full`, and `before`, null for the first. `submission`: the one that counts, which may be none.
    """

    course: str
    assignment: str
    problem: str
    student: str
    points: float
    full: int
    before: float | None
    reason: GradeReason
    submission: str | None


class Tested(BaseModel):
    """A test message's data: the webhook's id."""

    webhook: str


class TestMessage(BaseModel):
    """A test message."""

    type: Literal["webhook.test"] = "webhook.test"
    timestamp: datetime
    data: Tested


class Message(BaseModel):
    """What is sent: the body that is signed."""

    type: Literal["submission.judged"] = "submission.judged"
    timestamp: datetime
    data: Judged


class RegradedMessage(BaseModel):
    """What is sent when a regrade gave a submission another verdict."""

    type: Literal["submission.regraded"] = "submission.regraded"
    timestamp: datetime
    data: JudgedAgain


class GradeMessage(BaseModel):
    """What is sent when a grade in a course changed."""

    type: Literal["grade.changed"] = "grade.changed"
    timestamp: datetime
    data: GradeChanged


@dataclass(frozen=True)
class Due:
    """A due message; `attempt` counts from 1."""

    id: int
    public_id: str
    webhook_id: int
    url: str
    secret: str
    body: str
    attempt: int
