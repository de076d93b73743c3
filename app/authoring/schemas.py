"""What authoring looks like to pages and programs."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Final

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from app.db.statuses import TaskStatus, VersionStatus
from grader.report import Verdict

FIRST_MOMENT: Final = datetime(2000, 1, 1, tzinfo=UTC)
LAST_MOMENT: Final = datetime(2200, 1, 1, tzinfo=UTC)
"""What a moment may lie between, so that it can be told in every time zone."""


class TaskKind(StrEnum):
    """What a task does with a working copy: try it, make it count at once, or stage it for a regrade."""

    CHECK = "check"
    PUBLISH = "publish"
    STAGE = "stage"


class Finding(BaseModel):
    """Something that does not hold. `file` is a path of the working copy; `line` counts from 1."""

    message: str
    file: str | None = None
    line: int | None = None
    key: str | None = None
    suggestion: str | None = None


class SolutionView(BaseModel):
    """What became of one of the author's solutions; `slowest_ms` is its slowest case.

    `memory_mib` is what its sandbox took, null where that isn't known.
    """

    kind: str
    name: str
    verdict: str
    code: str
    slowest_ms: float
    memory_mib: int | None = None
    finding: str | None


class MutantCount(BaseModel):
    """How many mutants of accepted solutions were tried, and noticed or listed as equivalent; `left` weren't tried."""

    tried: int
    noticed: int
    equivalent: int
    left: int


class TaskView(BaseModel):
    """The last task of a problem. `done` of `total` parts of `step` are over.

    `version` and `regrade` name what was made. `time_s` and `memory_mib` are the limits, as declared or inferred.
    """

    id: str
    problem: str
    kind: TaskKind
    status: TaskStatus
    started_by: str
    started_at: datetime
    step: str = ""
    done: int = 0
    total: int = 0
    findings: list[Finding] = []
    solutions: list[SolutionView] = []
    mutants: MutantCount | None = None
    samples: int | None = None
    pool: int | None = None
    time_s: float | None = None
    memory_mib: int | None = None
    version: int | None = None
    regrade: str | None = None
    message: str = ""


class FileEntry(BaseModel):
    """A file of a working copy. `etag` changes with its content; `required`: without it nothing can be published."""

    path: str
    size: int
    etag: str
    required: bool


class SavedFile(BaseModel):
    """How saving went: the new tag, and what reading the package finds wrong with it now."""

    path: str
    etag: str
    findings: list[Finding]


class ProblemEntry(BaseModel):
    """A problem in the list of somebody who may change it.

    `version` is the newest published number, null before the first. `edited`: there is a working copy.
    """

    slug: str
    name: str
    version: int | None
    staged: int | None
    edited: bool
    owner: str | None
    authors: list[str]


class AuthoredProblemList(BaseModel):
    """The problems that the asker may change."""

    problems: list[ProblemEntry]


class AuthoredProblem(ProblemEntry):
    """A problem that the asker may change, with its files and what reading them finds wrong.

    `etag` changes with any of the files.
    """

    etag: str
    files: list[FileEntry]
    findings: list[Finding]
    task: TaskView | None


class NewProblem(BaseModel):
    """What a new problem begins with."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"slug": "triple", "name": "Triple it"}]})

    slug: str
    name: str = "A new problem"


class Reason(BaseModel):
    """Why something is done, for the learners whom it concerns."""

    model_config = ConfigDict(extra="forbid")

    reason: str


class RejudgeRequest(Reason):
    """Which submissions to judge again; each field that is given narrows it. `newest`: by the newest version."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"reason": "A hidden case was wrong.", "newest": True}]}
    )

    submission: str | None = None
    since: Annotated[AwareDatetime, Field(gt=FIRST_MOMENT, lt=LAST_MOMENT)] | None = None
    verdict: Verdict | None = None
    newest: bool = False
    apply: bool = False


class VersionEntry(BaseModel):
    """A version of a problem."""

    number: int
    status: VersionStatus
    published_at: datetime
    digest: str
    submissions: int


class VersionList(BaseModel):
    """A problem's versions, newest first."""

    versions: list[VersionEntry]


class VersionChange(BaseModel):
    """Something that changed between two versions: a file, a key of the manifest, samples or hidden cases.

    `told` says it in a line, `diff` as a unified diff where there is one; `noticed`: learners are shown it.
    """

    name: str
    told: str
    noticed: bool
    diff: str


class VersionDiff(BaseModel):
    """What changed from one version to another."""

    before: int
    after: int
    changes: list[VersionChange]


class CodeCount(BaseModel):
    """How often a rejection was given, and to how many people."""

    code: str
    verdict: str
    submissions: int
    people: int


class WrongIdea(BaseModel):
    """A frequent wrong solution: how many people handed it in, and how it differs from what they, or we, got right."""

    code: str
    message: str
    people: int
    diff: str
    against: str


class Statistics(BaseModel):
    """How learners fare with a problem; runs don't count. `median_minutes` is from the first attempt to the accepted.

    `solve_rate` is the part, from 0 to 1, of those who handed in that solved it.
    """

    attempts: int
    people: int
    solved: int
    solve_rate: float | None
    median_attempts: float | None
    median_minutes: float | None
    rejections: list[CodeCount]
    wrong_ideas: list[WrongIdea]


class Sharing(BaseModel):
    """Those who may change a problem."""

    owner: str | None = None
    authors: list[str] = Field(default=[])
