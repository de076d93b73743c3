"""What problems look like to pages, programs and the command line."""

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from grader.package import Concepts, Limits, Parameter, Returns


class _View(BaseModel):
    model_config = ConfigDict(frozen=True)


class ProblemSummary(_View):
    """A problem in the list. `solved` is null when nobody is signed in."""

    slug: str
    name: str
    track: str
    position: int
    difficulty: int
    version: int
    solved: bool | None = None


class ProblemList(_View):
    """All published problems, by track and position."""

    problems: list[ProblemSummary]


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


class ProblemDetail(_View):
    """All of a problem that the asker may see. Texts are Markdown or Python as their author wrote them.

    `hints` is null unless signed in; `solution` is null unless signed in and solved. `digest` names the version's
    content: whatever is drawn from the other fields may be kept under it.
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
    entry_point: str
    defines: list[str]
    parameters: list[Parameter]
    returns: Returns
    limits: Limits
    statement: str
    lesson: str
    starter: str
    bodies: str
    """The functions that the problem hands to a solution; empty for most problems."""
    samples: list[Sample]
    solved: bool | None = None
    hints: list[str] | None = None
    solution: str | None = None


@dataclass(frozen=True)
class Version:
    """The newest published version of a problem, as the database knows it."""

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


@dataclass(frozen=True)
class Published:
    """What publishing did with one problem. `error` says why it was refused."""

    slug: str
    outcome: Literal["published", "unchanged", "refused"]
    version: int | None = None
    error: str | None = None
