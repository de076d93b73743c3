"""The data types of exams, for pages and programs."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from app.domains.courses.fields import OptionalShortLine, Reason
from app.domains.courses.timeline import Phase
from app.kit.json_values import Integer

MAX_ADDED: Final = 600
"""Maximum number of minutes that can be added to an exam at once."""


class ExamStarting(BaseModel):
    """What a student says to start an exam: the access code, if it needs one."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"access_code": "blue whale"}]})

    access_code: OptionalShortLine = ""


class AddedTime(BaseModel):
    """More minutes for an exam, and why: for one `student`, by id, for those with a `label`, or without both for all.

    They count at once. All that was added for a student adds up.
    """

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"minutes": 10, "label": "A", "reason": "A fire alarm."}]}
    )

    minutes: Annotated[Integer, Field(ge=1, le=MAX_ADDED)]
    label: OptionalShortLine = ""
    student: OptionalShortLine = ""
    reason: Reason


class AddedTimeView(AddedTime):
    """Minutes that were added; `title` is the label or what the student is called, empty for all."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={})

    id: str
    title: str
    given_by: str | None
    at: datetime


class SittingView(BaseModel):
    """A student's exam: when they started, when it ends, and what was added for them."""

    student: str
    name: str
    labels: list[str]
    phase: Phase
    started: datetime | None
    ends: datetime
    extra_minutes: int


class ExamView(BaseModel):
    """An exam while it is held: how far each student is, and which minutes were added for whom.

    `held_until`: when its verdicts are shown; null if they are already. `released_at`: when staff released them.
    """

    assignment: str
    name: str
    minutes: int
    students: list[SittingView]
    added: list[AddedTimeView]
    labels: list[str]
    held_until: datetime | None = None
    released_at: datetime | None = None


class ExamClock(BaseModel):
    """The clock of one's own exam: its phase, when that ends, and how many seconds are left by the server's clock."""

    phase: Phase
    until: datetime | None
    seconds_left: int | None


class OwnExam(BaseModel):
    """An exam as a student sees it: working minutes, with what was added; when it was started; what a start needs.

    `held_until`: when its verdicts are told; null where they are told at once, or were.
    """

    minutes: int
    extra_minutes: int
    started: datetime | None
    needs_code: bool
    closed_book: bool
    held_until: datetime | None = None


@dataclass(frozen=True)
class ExamSpan:
    """From when until when somebody may work on an exam, and whether it `holds` its verdicts in that time.

    `course` is the course's public id.
    """

    course: str
    course_id: int
    assignment_id: int
    since: datetime
    until: datetime
    holds: bool
