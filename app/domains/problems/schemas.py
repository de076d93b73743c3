"""The data types of problems, for pages, programs and the command line."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict

from app.db.statuses import Clarity, VersionStatus
from app.kit.json_values import Boolean
from grader.package.files import Concepts, Limits, Parameter, Returns
from grader.package.needs import Device
from grader.package.notes import LineNote


class _View(BaseModel):
    model_config = ConfigDict(frozen=True)


class ProblemState(StrEnum):
    """A user's progress on a problem."""

    NEW = "new"
    STARTED = "started"
    SOLVED = "solved"


class ProblemSummary(_View):
    """A problem in the list, with the concepts that it teaches and requires.

    `solved` and `state` are null when nobody is signed in. `touched_at` is when you last wrote or sent something.
    A `private` one isn't everybody's: it belongs to courses, or is in `beta`: then only volunteers see it, and it
    counts for no ranking and no progress.
    """

    model_config = ConfigDict(
        frozen=True,
        json_schema_extra={
            "examples": [
                {
                    "slug": "jit_forward",
                    "name": "Compile the forward pass",
                    "track": "Compilation",
                    "position": 1,
                    "difficulty": 1,
                    "version": 1,
                    "private": False,
                    "beta": False,
                    "teaches": ["jit"],
                    "requires": [],
                    "solved": False,
                    "state": "new",
                    "touched_at": None,
                }
            ]
        },
    )

    slug: str
    name: str
    track: str
    position: int
    difficulty: int
    version: int
    private: bool = False
    beta: bool = False
    teaches: list[str] = []
    requires: list[str] = []
    solved: bool | None = None
    state: ProblemState | None = None
    touched_at: datetime | None = None


class Volunteering(BaseModel):
    """Whether somebody tries problems in beta, before everybody sees them; what they send doesn't count."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"volunteers": True}]})

    volunteers: Boolean


class ProblemList(_View):
    """Published problems, by track and position. `next` is the `cursor` of the part after this one, null at the end."""

    problems: list[ProblemSummary]
    next: str | None = None


class SampleCall(_View):
    """One call of a sample case, as text."""

    label: str
    inputs: str
    expected: str


class Sample(_View):
    """A sample case; `inputs` and `expected` are the texts of its calls, one line each."""

    name: str
    label: str
    inputs: str
    expected: str
    calls: list[SampleCall]


class TranslatedTexts(_View):
    """A problem's texts in another language; null where they are in English only. `hints` are those opened.

    `notes` are those on the solution; null unless it is shown.
    """

    name: str | None
    statement: str | None
    lesson: str | None
    hints: list[str] | None = None
    notes: list[str] | None = None


class RunningExam(_View):
    """A course's exam that runs for you; `until` is when it ends for you, as things are now.

    `time_zone` is the IANA name of the course's time zone.
    """

    course: str
    assignment: str
    name: str
    started: bool
    until: datetime
    time_zone: str


class ProblemDetail(_View):
    """What you may see of a problem. Texts are Markdown or Python as their author wrote them.

    `hints` are those that you opened, of `hint_count`; null unless you are signed in. `solution` and the `notes` on its
    lines are null unless you solved the problem or gave up. While an `exam` with the problem runs for you, all stay
    closed. `digest` names the version's content: anything rendered from the other fields can be cached under it.
    """

    slug: str
    name: str
    track: str
    position: int
    difficulty: int
    version: int
    digest: str
    concepts: Concepts
    credits: str
    license: str
    keywords: list[str] = []
    device: Device = "any"
    entry_point: str
    defines: list[str]
    parameters: list[Parameter]
    returns: Returns
    limits: Limits
    statement: str
    lesson: str
    starter: str
    bodies: str
    """The functions that the problem passes to a solution; empty for most problems."""
    translations: dict[str, TranslatedTexts] = {}
    """Texts in other languages, by language, such as `de`."""
    samples: list[Sample]
    hint_count: int
    scored: bool
    """Whether accepted solutions differ in their score, by what the compiled program costs."""
    retired: bool = False
    """Whether it is off the list and takes no more submissions."""
    beta: bool = False
    """Whether only volunteers see it, and what they send doesn't count."""
    solved: bool | None = None
    gave_up: bool | None = None
    hints: list[str] | None = None
    solution: str | None = None
    notes: list[LineNote] | None = None
    exam: RunningExam | None = None


@dataclass(frozen=True)
class ProblemProgress:
    """A user's progress on a problem, and when they last saved or submitted something."""

    solved: bool
    touched_at: datetime


@dataclass(frozen=True)
class OwnDraft:
    """A user's unsubmitted source for a problem."""

    source: str
    version: int
    saved_at: datetime


@dataclass(frozen=True)
class Standing:
    """What a user has done with a problem: solved it, given up, opened so many hints, written and rated something.

    `rating`: how clear they find its texts, and how difficult the problem. `is_author`: they wrote it, or may edit it.
    `progress` is that on all problems that they started, by the problems' ids, for the lists on the problem's page.
    `may_have_pins`: a course with their name on its roster has pinned hints to the problem. `shared` is the number of
    solutions that people share, which are open to those who solved it; None for others.
    """

    solved: bool
    progress: dict[int, ProblemProgress]
    gave_up: bool
    hints: int
    is_author: bool
    may_have_pins: bool
    draft: OwnDraft | None
    rating: tuple[Clarity, int] | None
    shared: int | None

    @property
    def knows(self) -> bool:
        """Whether they may see the solution, unless an exam closes it."""
        return self.solved or self.gave_up

    @property
    def solved_problems(self) -> frozenset[int]:
        """The ids of all problems that they have solved."""
        return frozenset(problem_id for problem_id, progress in self.progress.items() if progress.solved)


@dataclass(frozen=True)
class TrackEntry:
    """A problem in the list of its track, at its `place`, counted from 1."""

    place: int
    slug: str
    name: str
    solved: bool


@dataclass(frozen=True)
class OpenedProblem:
    """What a problem's page needs to know of one reader, looked up at once; a guest has no `standing`.

    `detail` is what they may see of the problem now: it names the exam that closes the rest. `track` lists the problems
    of its track.
    """

    problem_id: int
    detail: ProblemDetail
    standing: Standing | None
    track: list[TrackEntry]


@dataclass(frozen=True)
class Version:
    """The newest published version of a problem, as stored in the database.

    `private`: only its courses or, in `beta`, volunteers see it.
    """

    id: int
    problem_id: int
    slug: str
    number: int
    digest: str
    source_digest: str
    name: str
    track: str
    position: int
    difficulty: int
    retired: bool = False
    private: bool = False
    beta: bool = False


@dataclass(frozen=True)
class PastVersion:
    """One version of a problem, current or not."""

    number: int
    digest: str
    published_at: datetime
    status: VersionStatus


@dataclass(frozen=True)
class ProblemHistory:
    """A problem's versions, newest first, when it was retired, and how often its hidden cases were redrawn."""

    slug: str
    versions: list[PastVersion]
    retired_at: datetime | None
    draw: int

    @property
    def current(self) -> PastVersion:
        """The version that learners get: the newest published one. If none was published, the newest of all."""
        return next((one for one in self.versions if one.status is VersionStatus.PUBLISHED), self.versions[0])


@dataclass(frozen=True)
class Published:
    """The result of publishing one problem. `error` says why it was refused, or what this machine lacks.

    `quickly`: most trials were skipped. `regraded`: not those of the accepted solutions, since no full check was with
    the versions and the device here.
    """

    slug: str
    outcome: Literal["published", "unchanged", "refused", "unsupported"]
    version: int | None = None
    error: str | None = None
    quickly: bool = False
    regraded: bool = False


@dataclass
class PublishingProgress:
    """The progress of republishing: how many problems are done, of how many."""

    done: int
    total: int

    def tell(self) -> str:
        """Return the progress as a sentence for the operator."""
        return (
            f"Problems are being published: {self.done} of {self.total} are done. Verdicts take longer until then; "
            "there is nothing to do."
        )
