"""What a check sees of one case, the results it can give, and how it is listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.report import CheckResult, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from pydantic import JsonValue

    from grader.bundle import Case, CaseCall, Manifest
    from grader.judge.checks.checker import Finding
    from grader.judge.evidence import CallEvidence, ErrorEvidence
    from grader.protocol import Value


class ForgedEvidenceError(Exception):
    """A frame does not fit what an untouched sandbox sends."""


@dataclass(frozen=True)
class Call:
    """One call: what was asked, what came back, and what was seen meanwhile."""

    asked: CaseCall
    output: Value
    evidence: CallEvidence
    roundtrip: dict[str, Value]


@dataclass(frozen=True)
class Study:
    """What a study brought back: `found`, or the `error` that the submission raised in it, or neither."""

    found: Value
    error: ErrorEvidence | None


@dataclass(frozen=True)
class CaseView:
    """One case with the evidence of all its calls."""

    manifest: Manifest
    case: Case
    calls: tuple[Call, ...]
    hidden: bool
    studies: Mapping[str, Study]
    finding: Finding | None = None
    """What the problem's own checker found."""

    def study(self, check: str) -> Study:
        """Return what the study of a check brought back; raise `ForgedEvidenceError` where there is nothing."""
        if check not in self.studies:
            raise ForgedEvidenceError(f"nothing came of the study {check}")
        return self.studies[check]

    def reference(self, check: str) -> Value:
        """Return what the same study found in the reference, at publishing."""
        return self.case.studies[check]

    def which(self, index: int) -> str:
        """Return words that name a call, for a sentence."""
        return f"in call {index + 1} ({self.calls[index].asked.label})" if len(self.calls) > 1 else "in the call"


def passed(check: str, message: str, *, data: dict[str, JsonValue] | None = None) -> CheckResult:
    """Return a passing result with code `<check>.ok`."""
    return CheckResult(check=check, passed=True, code=f"{check}.ok", message=message, data=data or {})


def failed(
    check: str, code: str, message: str, line: int | None = None, *, data: dict[str, JsonValue] | None = None
) -> CheckResult:
    """Return a failing result."""
    return CheckResult(check=check, passed=False, code=code, message=message, line=line, data=data or {})


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

    Its spec is the field of the same name in `grader.specs.Checks`.
    """

    judge: Callable[[Any, CaseView], CheckResult]
    codes: Mapping[str, Code]
    example: str = "{}"
    """A spec as it stands in `problem.yaml`, for the documentation."""
    study: bool = False
    """Whether something of `grader.inside.studies` is to be run for it."""
    needs_reference: bool = False
    """Whether the study must succeed on the reference, too, because its findings are compared."""
