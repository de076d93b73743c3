"""What a check sees of one case, and the two results it can give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.report import CheckResult

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.bundle import Case, CaseCall, Manifest
    from grader.judge.evidence import CallEvidence
    from grader.protocol import Value


@dataclass(frozen=True)
class Call:
    """One call: what was asked, what came back, and what was seen meanwhile."""

    asked: CaseCall
    output: Value
    evidence: CallEvidence
    roundtrip: dict[str, Value]


@dataclass(frozen=True)
class CaseView:
    """One case with the evidence of all its calls."""

    manifest: Manifest
    case: Case
    calls: tuple[Call, ...]
    hidden: bool

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
