"""The interface of checks: what a check sees of one case, the results it can give, and how it is listed."""

from __future__ import annotations

import re
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
    """A frame that a sandbox would only send if somebody had tampered with it."""


class Found(BaseModel):
    """The base class of a study's findings, with strict types."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


LEAST_TOLERANCE = 64.0
"""The least tolerance, in eps, for a program's answer: used if values are compared more strictly or not at all."""
FoundModel = TypeVar("FoundModel", bound=Found)
Count = Annotated[int, Field(ge=0, le=2**60)]
Word = Annotated[str, Field(max_length=200)]
Line = Annotated[int, Field(ge=0, le=1_000_000)]


def read_found(model: type[FoundModel], found: Value) -> FoundModel:
    """Return a study's findings as a `model`; raise `ForgedEvidenceError` if they aren't one."""
    try:
        return model.model_validate(found)
    except ValidationError as error:
        raise ForgedEvidenceError(str(error)) from error


@dataclass(frozen=True)
class CallView:
    """One call: what was asked, what came back, and what was observed meanwhile."""

    asked: CaseCall
    output: Value
    evidence: CallEvidence
    roundtrip: dict[str, Value]
    final: Mapping[str, Value] = field(default_factory=dict)
    """What the call left in the models, by parameter."""
    followed: Value = None
    """What came back when the outputs of watched functions were replaced by drawn numbers."""
    followed_final: Mapping[str, Value] = field(default_factory=dict)

    def number(self, count: HowOften) -> int:
        """Return the number for a count in a spec, which may be the name of an argument that holds it."""
        return int(self.asked.args[count]) if isinstance(count, str) else count  # type: ignore[arg-type]  # the manifest says it is a number


@dataclass(frozen=True)
class Study:
    """The outcome of a study: what it `found`, or the `error` that the submission raised in it, or neither."""

    found: Value
    error: ErrorEvidence | None

    @property
    def error_line(self) -> int | None:
        """The submission's line that raised the error, or that called the code which did."""
        return self.error.frames[-1].line if self.error is not None and self.error.frames else None

    @property
    def error_words(self) -> str:
        """Words for the error: only its type, because its message could reveal the values of a hidden case."""
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
        """Return the outcome of a check's study; raise `ForgedEvidenceError` if there is none."""
        if check not in self.studies:
            raise ForgedEvidenceError(f"nothing came of the study {check}")
        return self.studies[check]

    def reference(self, check: str) -> Value:
        """Return what the same study found in the reference when the problem was published."""
        return self.case.studies[check]

    def size(self, expression: int | str, call: int = -1) -> int:
        """Return the number that a size in a spec stands for in a call; publishing has checked that there is one."""
        types = {parameter.name: parameter.type for parameter in self.manifest.parameters}
        return evaluate_size(expression, sizes_of(types, self.calls[call].asked.args))

    def which(self, index: int) -> str:
        """Return words that name a call in a sentence."""
        return f"in call {index + 1} ({self.calls[index].asked.label})" if len(self.calls) > 1 else "in the call"


def is_other_answer(view: CaseView, answer: Value) -> bool:
    """Return whether a program that was studied gives a different answer from the last call, which is the one judged.

    The program is compiled as a whole, while a call may run step by step, so twice the tolerance of values is allowed.
    """
    values, own, again = view.manifest.checks.values, leaves(view.calls[-1].output), leaves(answer)
    tolerance = max(LEAST_TOLERANCE, 2 * values.tolerance if values is not None else 0.0)
    return any(
        path not in again or compare(again[path], array, tolerance).mismatch is not None for path, array in own.items()
    )


def passed(check: str, message: str, *, data: dict[str, JsonValue] | None = None, score: float = 1.0) -> CheckResult:
    """Return a passing result with code `<check>.ok`; its score is 1 unless it is compared with the reference."""
    return CheckResult(check=check, passed=True, code=f"{check}.ok", message=message, data=data or {}, score=score)


def failed(
    check: str, code: str, message: str, line: int | None = None, *, data: dict[str, JsonValue] | None = None
) -> CheckResult:
    """Return a failing result."""
    return CheckResult(check=check, passed=False, code=code, message=message, line=line, data=data or {}, score=0.0)


def as_code(path: str) -> str:
    """Return a variable's path as Python writes it, with positions in lists in brackets: `model.layers[0].bias`."""
    return re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", path)


def times(count: int) -> str:
    """Return `once`, `twice`, `5 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def tell_least(theirs: float, floor: float) -> str:
    """Return words for a figure of the reference, of which a smaller one counts as `floor`."""
    return (
        f"reference's {theirs:.0f}" if theirs >= floor else f"{floor:.0f} that smaller figures of a reference count as"
    )


@dataclass(frozen=True)
class Code:
    """One way of failing: the verdict that it gives, and, for the documentation, when it occurs."""

    meaning: str
    verdict: Verdict = Verdict.WRONG_STRUCTURE


@dataclass(frozen=True)
class Check:
    """A check's entry in the list: the function that judges, and every code it can give besides `<check>.ok`.

    Its spec is the field of the same name in `grader.package.specs.Checks`.
    """

    judge: Callable[[Any, CaseView], CheckResult]
    codes: Mapping[str, Code]
    example: str = "{}"
    """An example of a spec as written in `problem.yaml`, for the documentation."""
    study: bool = False
    """Whether it needs a study of `grader.inside.studies`."""
    needs_reference: bool = False
    """Whether the study must also succeed on the reference, because the findings of both are compared."""
