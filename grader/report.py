"""The result of a grade: the report that the CLI, the API and the pages share, with its verdicts and checks.

A report holds only JSON and no arrays. The name of each time ends with its unit.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from grader.outcomes import Mode as Mode  # noqa: PLC0414 (part of a report, for those who read them)
from grader.outcomes import Verdict as Verdict  # noqa: PLC0414 (likewise)

if TYPE_CHECKING:
    from collections.abc import Sequence


MAX_SCORE = 2.0
"""The highest score: that of a submission that costs half as much as the reference, or less."""
SCORED = frozenset({"cost"})
"""The checks that say how much better or worse than the reference a submission is."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CheckResult(_Model):
    """The result of one check on one case. `code` is stable and for programs, `message` is for the learner."""

    check: str
    passed: bool
    code: str
    message: str
    line: int | None = None
    data: dict[str, JsonValue] = {}
    score: float = Field(default=1.0, ge=0, le=MAX_SCORE)
    """0 if it failed, 1 if the submission is as good as the reference, and more if it is better.

    Most checks only pass or fail.
    """


class Segment(_Model):
    """A piece of one call's time, `ms` milliseconds long: JAX's own work on function `name`, or running it."""

    kind: Literal["trace", "lower", "compile", "execute"]
    ms: float
    name: str = ""
    line: int | None = None
    cached: bool = False
    """Whether the program to compile was already in JAX's persistent cache or compiled for an earlier case."""


class CallReport(_Model):
    """One call of the entry point: how long it took and what JAX did during it."""

    label: str
    seconds: float
    traces: int
    segments: list[Segment] = []


class Shown(_Model):
    """The values of one call of a sample case as short text. Hidden cases have none.

    `call` is its number, from 0: the first whose values are wrong, or else the first.
    """

    inputs: str
    expected: str
    got: str
    call: int = 0


class CaseReport(_Model):
    """One case: verdict, checks and calls. `label` says what is special about it, in words that learners may read.

    Hidden cases whose labels are private have no label, and `hidden` as their name.
    """

    name: str
    label: str
    hidden: bool
    verdict: Verdict
    seconds: float
    checks: list[CheckResult]
    calls: list[CallReport] = []
    shown: Shown | None = None


def find_score(cases: Sequence[CaseReport]) -> float:
    """Return the lowest score of any check in any case; those that only pass or fail don't keep it at 1."""
    scores = [check.score for case in cases for check in case.checks if check.check in SCORED or not check.passed]
    return min(scores, default=1.0)


class CheckSummary(_Model):
    """One check over all cases; `code`, `message` and `line` are those of the first case that failed it."""

    check: str
    passed: bool
    code: str
    message: str
    line: int | None = None
    cases: int
    failed: list[str] = []


class ErrorReport(_Model):
    """The exception that ended a submission: `traceback` shows only the submission's own lines."""

    type: str
    message: str
    traceback: str


class Stack(_Model):
    """The versions that the submission ran on."""

    python: str
    jax: str
    flax: str

    def tell(self) -> str:
        """Return the versions as text."""
        return f"Python {self.python}, jax {self.jax}, flax {self.flax}"

    @classmethod
    def parse(cls, told: str) -> Self | None:
        """Return the versions from a text that `tell` made; None for any other text."""
        match = re.fullmatch(r"Python (\S+), jax (\S+), flax (\S+)", told)
        return None if match is None else cls(python=match[1], jax=match[2], flax=match[3])


class Hint(_Model):
    """A remark on the source, made by reading it. It is not part of the verdict and may be wrong."""

    code: str
    level: Literal["essential", "actionable", "informative", "celebratory"]
    line: int
    message: str


class Timing(_Model):
    """Where a grade's time went, in milliseconds, measured outside the sandbox.

    A service that keeps hidden cases hidden tells only the total: the stages are 0.
    """

    prepare_ms: float = 0.0
    run_ms: float = 0.0
    judge_ms: float = 0.0
    total_ms: float = 0.0


class TraceReport(_Model):
    """One trace of a function in a program: the number of the traced call, from 1, and the reason for the trace.

    `cause` is a stable code, empty for the first trace. `call` is None for a trace outside of such calls.
    """

    call: int | None
    ms: float
    cause: str = ""
    message: str = ""
    hint: str = ""
    line: int | None = None


class JaxprReport(_Model):
    """The jaxpr of a traced function. If it is `cut`, `text` is only its beginning.

    `equations` is the number of its equations at any depth, and `primitives` counts the most frequent primitives;
    `constants` is the size of closed-over arrays, in bytes.
    """

    equations: int
    primitives: dict[str, int]
    constants: int
    text: str
    cut: bool


class FunctionReport(_Model):
    """A jitted function of a program, defined on `line`: its calls, its traces, and its first jaxprs."""

    name: str
    line: int | None
    calls: int
    traces: list[TraceReport] = []
    jaxprs: list[JaxprReport] = []


class OperationReport(_Model):
    """A program that ran outside of jitted functions. `primitive` is its computation, None if it only moves numbers."""

    name: str
    primitive: str | None
    line: int | None
    count: int


class Observed(_Model):
    """What JAX did in a program that belongs to no problem.

    `single_ms` is the time spent tracing, lowering and compiling single operations outside of jitted functions.
    """

    functions: list[FunctionReport] = []
    outside: list[OperationReport] = []
    callbacks: list[int | None] = []
    """The lines that make JAX call back into Python."""
    calls: int = 0
    seconds: float = 0.0
    single_ms: float = 0.0


class Report(_Model):
    """The complete result of grading one submission."""

    problem: str
    version: str
    mode: Mode
    verdict: Verdict
    code: str
    message: str
    line: int | None = None
    score: float
    """The lowest score of any check that compares with the reference; 1 without one, 0 if it wasn't accepted."""
    cases: list[CaseReport] = []
    checks: list[CheckSummary] = []
    output: str = ""
    output_truncated: bool = False
    error: ErrorReport | None = None
    hints: list[Hint] = []
    observed: Observed | None = None
    """Set only for a program that belongs to no problem."""
    stack: Stack | None = None
    tier: str = ""
    timing: Timing = Timing()
    held_until: datetime | None = None
    """When a withheld verdict on the hidden cases is released; until then, everything else covers only the samples."""
