"""The data types of authoring, for pages and programs."""

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from app.db.statuses import SharingRole, TaskStatus, VersionStatus
from app.domains.ratings.schemas import RatingCounts
from grader.report import Report, Verdict


class TaskKind(StrEnum):
    """What a task does with a working copy.

    `check` tries all of it, `try` one of its solutions; `publish` makes it count at once, `redraw` with other hidden
    cases; `stage` keeps it for a regrade.
    """

    CHECK = "check"
    TRY = "try"
    PUBLISH = "publish"
    REDRAW = "redraw"
    STAGE = "stage"


class CheckOption(BaseModel):
    """One key of a check. `kind` is its type in YAML's terms, and `default` is empty if the key is required."""

    model_config = ConfigDict(from_attributes=True)

    name: str
    kind: str
    default: str
    description: str


class CheckCode(BaseModel):
    """One way to fail a check: the verdict, and what its reason code means."""

    model_config = ConfigDict(from_attributes=True)

    verdict: Verdict
    meaning: str


class CheckView(BaseModel):
    """A check that a problem can declare; `codes` are its reason codes, and `example` is a line of `problem.yaml`."""

    model_config = ConfigDict(from_attributes=True)

    name: str
    summary: str
    details: str
    options: list[CheckOption]
    codes: dict[str, CheckCode]
    example: str


class CheckList(BaseModel):
    """The checks that a problem can declare, in the order in which they are made."""

    model_config = ConfigDict(from_attributes=True)

    checks: list[CheckView]


class PackageFinding(BaseModel):
    """Something wrong with a problem. `file` is a path of the working copy; `line` counts from 1.

    `trial` is the name of the mutant or fake that was accepted, where that is what is wrong.
    """

    message: str
    file: str | None = None
    line: int | None = None
    key: str | None = None
    suggestion: str | None = None
    trial: str | None = None


class SolutionView(BaseModel):
    """The result of one of the author's solutions; `slowest_ms` is its slowest case.

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
    """The last task of a problem. `done` of `total` parts of `step` are finished, and so are the steps in `finished`.

    `left_s` and `step_left_s` are the estimated seconds until a running task and its step are over, null if unknown.
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
    finished: list[str] = []
    left_s: int | None = None
    step_left_s: int | None = None
    findings: list[PackageFinding] = []
    solutions: list[SolutionView] = []
    mutants: MutantCount | None = None
    samples: int | None = None
    pool: int | None = None
    time_s: float | None = None
    memory_mib: int | None = None
    version: int | None = None
    regrade: str | None = None
    message: str = ""
    report: Report | None = None
    """Of a solution that was tried: all of it, hidden cases' values too. Only those who may edit the problem see it."""


class FileEntry(BaseModel):
    """A file of a working copy. `etag` changes with its content; `required`: without it nothing can be published."""

    path: str
    size: int
    etag: str
    required: bool


class SavedFile(BaseModel):
    """The result of saving: the new `ETag`, and the mistakes that reading the package now finds."""

    path: str
    etag: str
    findings: list[PackageFinding]


class ProblemEntry(BaseModel):
    """A problem in the list of somebody who may change it.

    `version` is the newest published number, null before the first. `edited`: there is a working copy. `retired`: it is
    off the list, and takes no submissions. `beta`: only volunteers see it.
    """

    slug: str
    name: str
    version: int | None
    staged: int | None
    retired: bool
    beta: bool
    edited: bool
    owner: str | None
    authors: list[str]


class AuthoredProblemList(BaseModel):
    """Your own problems and those that are shared with you; all for an admin."""

    problems: list[ProblemEntry]


class AuthoredProblem(ProblemEntry):
    """A problem that you may read, with its files and the mistakes that reading them finds.

    `etag` changes with any of the files.
    """

    etag: str
    files: list[FileEntry]
    findings: list[PackageFinding]
    task: TaskView | None
    role: SharingRole = Field(description="What you may do with it.")


class ImportedProblem(AuthoredProblem):
    """A problem made from another platform's, and what became of its parts, one sentence each.

    `taken`: the parts that were taken over; `left`: those that were left out or made up, which you should look at.
    """

    taken: list[str]
    left: list[str]


class NewName(BaseModel):
    """The new path of a file."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"path": "solutions/rejected/no_jit.py"}]}
    )

    path: str = Field(max_length=200)


class Equivalence(BaseModel):
    """A mutant or a fake by the name that a check gives it, and why it makes no difference that should be noticed."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"name": "canonical:swap_operands.1", "reason": "Addition commutes here."}]},
    )

    name: str = Field(max_length=200)
    reason: str = Field(max_length=1000)


class Staged(BaseModel):
    """The regrade that says which verdicts a staged version would change."""

    regrade: str


class AskedTrial(BaseModel):
    """One of a problem's own solutions, to be graded by the case of this name, or by all.

    `solution` is a file's name, such as `canonical` or `rejected/eager`; `reference` and `starter` are two more.
    """

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"solution": "canonical", "case": "hidden-1"}]}
    )

    solution: str = Field(max_length=100)
    case: str | None = Field(default=None, max_length=80)


class NewProblem(BaseModel):
    """What a new problem begins with."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"slug": "triple", "name": "Triple it"}]})

    slug: str
    name: str = "A new problem"


class Reason(BaseModel):
    """The reason for a change, for the learners affected."""

    model_config = ConfigDict(extra="forbid")

    reason: str


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

    `told` describes it in a line, `diff` as a unified diff if there is one; `noticed`: learners can see it.
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


class KeptFile(BaseModel):
    """A file of a version, with its size in bytes."""

    path: str
    size: int


class KeptFileList(BaseModel):
    """The author's files that a version was made from."""

    version: int
    files: list[KeptFile]


class FileChangeKind(StrEnum):
    """How a file differs from one version to another."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class FileChange(BaseModel):
    """A file that differs. `diff` is a unified diff without file names, null where comparing would take too long."""

    path: str
    change: FileChangeKind
    diff: str | None


class FileDiff(BaseModel):
    """What authors changed from one version's files to another's. A null number is the working copy's."""

    before: int | None
    after: int | None
    files: list[FileChange]


class CodeCount(BaseModel):
    """How often a rejection was given, and to how many people."""

    code: str
    verdict: str
    submissions: int
    people: int


class WrongIdea(BaseModel):
    """A common wrong solution: how many people submitted it, and its diff to a correct one."""

    code: str
    message: str
    people: int
    diff: str
    against: str


class Statistics(BaseModel):
    """A problem's statistics, without runs. `median_minutes` is the time from first to accepted attempt.

    `solve_rate` is the fraction, 0 to 1, of people with a submission who solved it; `ratings` are those of people who
    solved it or gave up.
    """

    attempts: int
    people: int
    solved: int
    solve_rate: float | None
    median_attempts: float | None
    median_minutes: float | None
    rejections: list[CodeCount]
    wrong_ideas: list[WrongIdea]
    ratings: RatingCounts = RatingCounts()


class Sharing(BaseModel):
    """The people with whom a problem is shared, its owner among them, and what each may do."""

    owner: str | None = None
    authors: list[str] = Field(default=[])
    roles: dict[str, SharingRole] = Field(default={})
