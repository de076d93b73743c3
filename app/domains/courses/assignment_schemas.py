"""The data types of assignments, overrides, extension requests and grades, for pages and programs."""

from datetime import datetime
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from app.db.statuses import After, Counts, ExtensionStatus
from app.domains.courses.exam_schemas import OwnExam
from app.domains.courses.fields import (
    Credit,
    Days,
    Line,
    Minutes,
    Network,
    OptionalReason,
    OptionalShortLine,
    Points,
    Reason,
    Wall,
)
from app.domains.courses.grading import Why
from app.domains.courses.timeline import Phase
from app.kit.json_values import Boolean

MAX_KATAS: Final = 100
MAX_ASSIGNMENTS: Final = 200
MAX_KATAS_OF_COURSE: Final = 500
"""Maximum number of katas in all assignments of a course: each is a column of its gradebook."""
MAX_NETWORKS: Final = 20
"""Maximum number of address ranges from which an exam can be taken."""
BONUS: Final = 110
"""The credit for early work where an assignment names none, in per cent."""
LATE: Final = 80
"""Likewise for late work."""


class KataPoints(BaseModel):
    """A kata of an assignment, by its slug, and its points."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"problem": "shift", "points": 10}]})

    problem: Annotated[str, Field(max_length=80)]
    points: Points = 10


class NewAssignment(BaseModel):
    """An assignment: katas in their order, and one timeline. Dates are wall times in the course's time zone.

    What is submitted until `early_until` gets `early_credit`, until `due_at` all points, until `late_until`
    `late_credit`, in per cent; a null date: there is no such phase. Then it is `closed`, or open for `practice`. A
    student may spend up to `late_days` of their late days here. `counts`: which submission. A draft is hidden.

    With `minutes` it is an exam: between `opens_at` and `due_at` a student starts it, and then has so many minutes, at
    most until `due_at`. It has neither bonus nor late work. A start needs the `access_code`, if there is one, and an
    address in one of the ranges `addresses`, if there are some. With `holds_verdicts` students learn verdicts when it
    is over for everybody, or when you release them; until then they see those of the samples.

    `regrade_days`: how many days after the due date, or a later verdict, students may ask to have a grade looked at
    again; with 0 they can't.
    """

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "name": "Compilation",
                    "draft": False,
                    "counts": "best",
                    "opens_at": "2026-10-01T08:00",
                    "early_until": "2026-10-05T23:59",
                    "early_credit": 110,
                    "due_at": "2026-10-12T23:59",
                    "late_until": "2026-10-14T23:59",
                    "late_credit": 80,
                    "after": "practice",
                    "late_days": 2,
                    "katas": [{"problem": "shift", "points": 10}],
                }
            ]
        },
    )

    name: Line
    opens_at: Wall
    due_at: Wall
    early_until: Wall | None = None
    early_credit: Credit = BONUS
    late_until: Wall | None = None
    late_credit: Credit = LATE
    after: After = After.PRACTICE
    late_days: Days = 0
    minutes: Minutes | None = None
    access_code: OptionalShortLine = ""
    addresses: Annotated[list[Network], Field(max_length=MAX_NETWORKS)] = []
    holds_verdicts: Boolean = False
    regrade_days: Days = 7
    counts: Counts = Counts.BEST
    draft: bool = False
    katas: Annotated[list[KataPoints], Field(max_length=MAX_KATAS, fail_fast=True)] = []


class Kata(BaseModel):
    """A kata of an assignment."""

    problem: str
    name: str
    points: int


class AssignmentView(BaseModel):
    """An assignment as its course's staff see it."""

    id: str
    name: str
    opens_at: Wall
    due_at: Wall
    early_until: Wall | None
    early_credit: int
    late_until: Wall | None
    late_credit: int
    after: After
    late_days: int
    minutes: int | None
    access_code: str
    addresses: list[str]
    holds_verdicts: bool
    regrade_days: int
    counts: Counts
    draft: bool
    katas: list[Kata]


class AssignmentList(BaseModel):
    """The assignments of a course, in their order."""

    assignments: list[AssignmentView]


class AssignmentPlace(BaseModel):
    """The place of an assignment in its course, from 1."""

    model_config = ConfigDict(extra="forbid")

    place: Annotated[int, Field(ge=1, le=MAX_ASSIGNMENTS)]


class OverrideFields(BaseModel):
    """What is different for the students with a `label`, or for one `student`, by id; null leaves a field as it is."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"label": "A", "due_at": "2026-10-19T23:59"}]}
    )

    label: OptionalShortLine = ""
    student: OptionalShortLine = ""
    opens_at: Wall | None = None
    due_at: Wall | None = None
    early_until: Wall | None = None
    early_credit: Credit | None = None
    late_until: Wall | None = None
    late_credit: Credit | None = None
    after: After | None = None
    late_days: Days | None = None
    minutes: Minutes | None = None


class OverrideView(OverrideFields):
    """An override; `title` is the label, or what the student is called."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={})

    id: str
    title: str


class OverrideList(BaseModel):
    """The overrides of an assignment. Those of students are for staff who may see students' data."""

    overrides: list[OverrideView]


class OwnDates(BaseModel):
    """An assignment, and what is different in it for one student; null if nothing is."""

    assignment: str
    name: str
    exam: bool
    override: OverrideView | None


class LateDays(BaseModel):
    """How many late days a student spends on an assignment, in all."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"days": 0}]})

    days: Days


class NewExtension(BaseModel):
    """A student asks for more time, until a wall time in the course's time zone, and says why."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"until": "2099-12-20T23:59", "reason": "I was ill."}]}
    )

    until: Wall
    reason: Reason


class Decision(BaseModel):
    """What is decided on a request for more time: granted, perhaps until another moment, or declined."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"granted": True, "answer": "Get well."}]}
    )

    granted: bool
    until: Wall | None = None
    answer: OptionalReason = ""


class ExtensionView(BaseModel):
    """A request for more time."""

    id: str
    assignment: str
    assignment_name: str
    student: str
    student_name: str
    until: Wall
    reason: str
    status: ExtensionStatus
    answer: str
    decided_by: str | None
    decided_at: datetime | None
    created_at: datetime


class ExtensionList(BaseModel):
    """Requests for more time: open ones first, the oldest first."""

    extensions: list[ExtensionView]


class RubricMark(BaseModel):
    """An item of the rubric that holds for a submission: points, which may be negative, and why."""

    points: float
    words: str


class KataGrade(BaseModel):
    """What a student has for a kata: `points` of `full`, and why. `computed`: what an override takes the place of.

    `credit`: of the submission that counts, in per cent; `submission` is its id, and `submitted_at` when it was sent.
    `held_until`: some of the student's submissions count from then on, when an exam's verdicts are told. `rubric`: what
    the staff ticked on the submission; its points are among those of the grade.
    """

    problem: str
    name: str
    points: float
    full: int
    why: Why
    credit: int
    submission: str | None
    submitted_at: datetime | None
    attempts: int
    computed: float | None = None
    reason: str | None = None
    override: str | None = None
    held_until: datetime | None = None
    rubric: list[RubricMark] = []


class AssignmentForStudent(BaseModel):
    """An assignment as a student sees it: what holds now, until when, and what they have.

    An exam's katas are shown once it was started, or is over. Moments are those of this student: overrides and the late
    days that they spent (`late_days_spent`) are in them. A deadline is the end of its last minute.
    """

    id: str
    name: str
    phase: Phase
    credit: int
    until: datetime | None
    opens: datetime
    early_ends: datetime | None
    early_credit: int
    due: datetime
    late_ends: datetime | None
    late_credit: int
    after: After
    counts: Counts
    late_days: int
    late_days_spent: int
    points: float
    full: int
    katas: list[KataGrade]
    exam: OwnExam | None = None


class CourseForStudent(BaseModel):
    """What a student sees of a course. `late_days_left` is for the whole term."""

    student: str
    student_name: str
    late_days_left: int
    points: float
    full: int
    assignments: list[AssignmentForStudent]
    extensions: list[ExtensionView]


class GradeChange(BaseModel):
    """Points in place of those computed, and the reason, which the student reads."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"points": 7.5, "reason": "The right idea; a slip in the last line."}]},
    )

    points: Annotated[float, Field(ge=0, le=2000, allow_inf_nan=False)]
    reason: Reason


class GradeColumn(BaseModel):
    """A kata in the gradebook."""

    assignment: str
    assignment_name: str
    problem: str
    name: str
    full: int


class GradeCell(BaseModel):
    """One grade in the gradebook. `rubric`: what was ticked on the submission that counts, `submission`."""

    points: float
    why: Why
    credit: int
    submission: str | None = None
    rubric: list[RubricMark] = []


class GradeRow(BaseModel):
    """A student's grades, in the order of the columns; null where the assignment isn't open for them."""

    student: str
    account: str | None
    name: str
    number: str
    labels: list[str]
    points: float
    full: int
    cells: list[GradeCell | None]


class AssignmentName(BaseModel):
    """An assignment's id and name."""

    id: str
    name: str


class Gradebook(BaseModel):
    """The grades of some of `total` students, by name; `labels` and `assignments` are all of the course."""

    columns: list[GradeColumn]
    rows: list[GradeRow]
    total: int
    page: int
    pages: int
    labels: list[str]
    assignments: list[AssignmentName]
    kept: int = 0
