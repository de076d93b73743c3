"""What a check sees of one case, the results it can give, and how it is listed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from grader.judge.compare import compare, leaves
from grader.package.specs.sizes import evaluate_size, sizes_of
from grader.report import CheckResult, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from pydantic import JsonValue

    from grader.bundle.contents import Case, CaseCall, Manifest
    from grader.judge.evidence import CallEvidence, CheckerFinding, ErrorEvidence
    from grader.package.specs.base import HowOften
    from grader.protocol import Value


class ForgedEvidenceError(Exception):
    """A frame does not fit what an untouched sandbox sends."""


class Found(BaseModel):
    """What a study brings back, as strict types."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


LEAST_TOLERANCE = 64.0
"""In eps: how far a program may be off what the call gave, where values are compared more closely or not at all."""
FoundModel = TypeVar("FoundModel", bound=Found)
Count = Annotated[int, Field(ge=0, le=2**60)]
Word = Annotated[str, Field(max_length=200)]
Line = Annotated[int, Field(ge=0, le=1_000_000)]


def read_found(model: type[FoundModel], found: Value) -> FoundModel:
    """Return what a study found as a `model`; raise `ForgedEvidenceError` where it is none."""
    try:
        return model.model_validate(found)
    except ValidationError as error:
        raise ForgedEvidenceError(str(error)) from error


@dataclass(frozen=True)
class CallView:
    """One call: what was asked, what came back, and what was seen meanwhile."""

    asked: CaseCall
    output: Value
    evidence: CallEvidence
    roundtrip: dict[str, Value]
    final: Mapping[str, Value] = field(default_factory=dict)
    """What the call left in the models, by parameter."""
    followed: Value = None
    """What came back where the outputs of watched functions were drawn."""
    followed_final: Mapping[str, Value] = field(default_factory=dict)

    def number(self, count: HowOften) -> int:
        """Return a count of a spec, which may be the value of an argument."""
        return int(self.asked.args[count]) if isinstance(count, str) else count  # type: ignore[arg-type]  # the manifest says it is a number


@dataclass(frozen=True)
class Study:
    """What a study brought back: `found`, or the `error` that the submission raised in it, or neither."""

    found: Value
    error: ErrorEvidence | None

    @property
    def error_line(self) -> int | None:
        """The submission's line that raised the error, or called what did."""
        return self.error.frames[-1].line if self.error is not None and self.error.frames else None

    @property
    def error_words(self) -> str:
        """The error's type, for a sentence. Its message could tell the values of a hidden case."""
        return f"`{self.error.type}` was raised" if self.error is not None else "nothing came of it"


@dataclass(frozen=True)
class CaseView:
    """One case with the evidence of all its calls."""

    manifest: Manifest
    case: Case
    calls: tuple[CallView, ...]
    hidden: bool
    studies: Mapping[str, Study]
    finding: CheckerFinding | None = None
    """What the problem's own checker found."""
    draw: bytes | None = None
    """The seed of the call that was drawn."""

    def study(self, check: str) -> Study:
        """Return what the study of a check brought back; raise `ForgedEvidenceError` where there is nothing."""
        if check not in self.studies:
            raise ForgedEvidenceError(f"nothing came of the study {check}")
        return self.studies[check]

    def reference(self, check: str) -> Value:
        """Return what the same study found in the reference, at publishing."""
        return self.case.studies[check]

    def size(self, expression: int | str, call: int = -1) -> int:
        """Return the number that a size of a spec stands for in a call; publishing saw that it has one."""
        types = {parameter.name: parameter.type for parameter in self.manifest.parameters}
        return evaluate_size(expression, sizes_of(types, self.calls[call].asked.args))

    def which(self, index: int) -> str:
        """Return words that name a call, for a sentence."""
        return f"in call {index + 1} ({self.calls[index].asked.label})" if len(self.calls) > 1 else "in the call"


def is_other_answer(view: CaseView, answer: Value) -> bool:
    """Say whether a program that was looked at gives another answer than the last call did, which is the one judged.

    It is compiled as a whole, where a call may run step by step: twice the tolerance of values is allowed.
    """
    values, own, again = view.manifest.checks.values, leaves(view.calls[-1].output), leaves(answer)
    tolerance = max(LEAST_TOLERANCE, 2 * values.tolerance if values is not None else 0.0)
    return any(
        path not in again or compare(again[path], array, tolerance).mismatch is not None for path, array in own.items()
    )


def passed(check: str, message: str, *, data: dict[str, JsonValue] | None = None, score: float = 1.0) -> CheckResult:
    """Return a passing result with code `<check>.ok`, and a score between 0 and 1 where it could be better."""
    return CheckResult(check=check, passed=True, code=f"{check}.ok", message=message, data=data or {}, score=score)


def failed(
    check: str, code: str, message: str, line: int | None = None, *, data: dict[str, JsonValue] | None = None
) -> CheckResult:
    """Return a failing result."""
    return CheckResult(check=check, passed=False, code=code, message=message, line=line, data=data or {}, score=0.0)


def times(count: int) -> str:
    """Return `once`, `twice`, `5 times`."""
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")


@dataclass(frozen=True)
class Code:
    """One way of failing: the verdict that it gives, and when it is found, for the documentation."""

    meaning: str
    verdict: Verdict = Verdict.WRONG_STRUCTURE


@dataclass(frozen=True)
class Check:
    """A check as it is listed: who judges it, and every code that it can give besides `<check>.ok`.

    Its spec is the field of the same name in `grader.package.specs.Checks`.
    """

    judge: Callable[[Any, CaseView], CheckResult]
    codes: Mapping[str, Code]
    example: str = "{}"
    """A spec as it stands in `problem.yaml`, for the documentation."""
    study: bool = False
    """Whether something of `grader.inside.studies` is to be run for it."""
    needs_reference: bool = False
    """Whether the study must succeed on the reference, too, because its findings are compared."""
