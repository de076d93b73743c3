"""The data types of the map of a class's difficulties, for pages and programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from app.domains.courses.fields import Reason
from grader.report import Verdict


class PinText(BaseModel):
    """A hint in Markdown, for the students of a course who get a code on a kata."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"text": "Look at the *shape* of what `vmap` returns."}]}
    )

    text: Reason


class StuckCell(BaseModel):
    """One reason code on one kata: how many students got it, how often, and whether a hint is pinned to it."""

    code: str
    students: int
    attempts: int
    pinned: bool


class StuckKata(BaseModel):
    """How a class does with a kata.

    `tried` and `solved` are students. `tries` is the median of the submissions that a student made up to the first
    accepted one, `minutes` that of the time from the first submission to it; null where nobody has solved it. `hinted`
    opened a hint, `gave_up` the solution. `cells` have the codes, most students first.
    """

    problem: str
    name: str
    tried: int
    solved: int
    tries: float | None
    minutes: float | None
    hinted: int
    gave_up: int
    cells: list[StuckCell]


class StuckMap(BaseModel):
    """Where a class is stuck: its katas in order, and the `codes` by the number of students who got them.

    `students` attend the course, or have the label that was asked for; `labels` are all of the course.
    """

    students: int
    codes: list[str]
    katas: list[StuckKata]
    labels: list[str]


class WrongAttempt(BaseModel):
    """Wrong submissions that are the same but for names, comments and layout: how many, and the newest of them.

    `names` and `submission` are null for those who may not see students' data; then comments are left out of `source`.
    """

    count: int
    students: int
    names: list[str] | None
    submission: str | None
    source: str
    verdict: Verdict
    message: str
    line: int | None
    at: datetime


class StuckAttempts(BaseModel):
    """The attempts of a cell, the most frequent first; `left_off` others aren't shown. `hint`: the pinned hint."""

    problem: str
    name: str
    code: str
    attempts: int
    students: int
    hint: str | None
    shown: list[WrongAttempt]
    left_off: int


class PinnedHintView(BaseModel):
    """A hint that staff of a course pinned to a code."""

    course: str
    text: str


@dataclass(frozen=True)
class SentAttempt:
    """A wrong submission, and its author; `student` is a row id of the roster."""

    id: int
    student: int
    source: str


@dataclass(frozen=True)
class Effort:
    """One student's effort for a kata: submissions, and seconds, up to the first accepted one, if any."""

    problem_id: int
    tries: int
    seconds: int | None
