"""The data types of regrades, for pages, programs and the command line."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Final

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from app.db.statuses import RegradeStatus
from app.domains.authoring.schemas import Reason
from app.kit.json_values import Boolean
from grader.report import Report, Verdict

FIRST_MOMENT: Final = datetime(2000, 1, 1, tzinfo=UTC)
LAST_MOMENT: Final = datetime(2200, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Selection:
    """A selection of submissions to rejudge. Each field that isn't None narrows it.

    `submission` is a public id, `since` the earliest moment of submission, `judged_since` that of the verdict, and
    `other_than` the id of a version by which they must not have been judged.
    """

    submission: str | None = None
    since: datetime | None = None
    judged_since: datetime | None = None
    verdict: Verdict | None = None
    other_than: int | None = None


class RejudgeRequest(Reason):
    """Which submissions to rejudge; each field that is given narrows it. `newest`: with the newest version.

    `apply`: the result is applied without another decision. `never_lower`: accepted submissions stay accepted then.
    """

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"reason": "A hidden case was wrong.", "newest": True}]}
    )

    submission: str | None = None
    since: Annotated[AwareDatetime, Field(gt=FIRST_MOMENT, lt=LAST_MOMENT)] | None = None
    verdict: Verdict | None = None
    newest: Boolean = False
    apply: Boolean = False
    never_lower: Boolean = False


class RegradeView(BaseModel):
    """A regrade and how far it has come.

    `version` is the number of the version to judge by, null where each submission is judged by its own. Of `total`
    submissions `done` are judged, of which `changed` get another verdict or code, `lost` are no longer accepted and
    `gained` newly are; `failed` could not be judged, and keep their verdict. With `never_lower` the `lost` ones stay
    accepted when it is applied.
    """

    id: str
    problem: str
    version: int | None
    staged: bool
    status: RegradeStatus
    reason: str
    started_by: str | None
    applies_itself: bool
    never_lower: bool
    created_at: datetime
    decided_at: datetime | None
    total: int
    done: int
    failed: int
    changed: int
    lost: int
    gained: int


class RegradeList(BaseModel):
    """A problem's regrades, newest first."""

    regrades: list[RegradeView]


class Judgement(BaseModel):
    """How a version judged a submission."""

    version: int
    verdict: Verdict
    code: str


class Change(BaseModel):
    """A submission that gets another verdict or code. `why` is what the new report says."""

    submission: str
    user: str
    before: Judgement
    after: Judgement
    why: str


class ChangedSubmission(Change):
    """A submission that gets another verdict or code, with its source and both reports, as learners may read them."""

    source: str
    submitted_at: datetime
    before_report: Report | None
    after_report: Report | None


class Move(BaseModel):
    """How many submissions go from one verdict to another, or keep it."""

    before: Verdict
    after: Verdict
    submissions: int


class GradeEffect(BaseModel):
    """A student's points for the kata in an assignment of a course, before a regrade and after it, of `full`."""

    course: str
    course_name: str
    assignment: str
    student: str
    student_name: str
    before: float
    after: float
    full: int


class RegradeDiff(BaseModel):
    """What a regrade would change, or has changed. `changes` are the first 500, lost ones first.

    `grades`: the grades that change, in courses whose grades you may see; the first 500, lowered ones first.
    """

    regrade: RegradeView
    moves: list[Move]
    changes: list[Change]
    grades: list[GradeEffect]


class Rejudged(BaseModel):
    """What was queued: a regrade for each problem, and the number of failed submissions, which just wait again."""

    regrades: list[RegradeView]
    revived: int


class Regraded(BaseModel):
    """An applied regrade of one submission, for its learner. `number` counts from 1 and names the earlier report."""

    number: int
    problem: str
    problem_name: str
    submission: str
    at: datetime
    reason: str
    before: Judgement
    after: Judgement


class NoticeList(BaseModel):
    """What regrades changed for a learner."""

    notices: list[Regraded]
