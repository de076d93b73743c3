"""Removes from a hidden case's report whatever could carry the case's values to the learner.

Theory of operation. A submission sees a hidden case's inputs, and it determines much of what is reported: the names of
its functions, classes and keys, shapes, counts, texts, times, how far it is off. So a report tells of a hidden case
nothing that the submission chose freely: each check's code with a sentence that belongs to the code, whether values
were equal bit for bit, and for the first hidden case that fails two things more: one line, which must be a line of the
file, and of what kind a difference of numbers is, of those in `grader.judge.relations`. What remains can't be taken
away: the verdict, and how long it took. docs/security.md says how much that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge import explain
from grader.judge.checks import CODES
from grader.judge.diagnosis import MEANINGS
from grader.judge.relations import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import JsonValue

    from grader.judge.evidence import CaseEvidence, ErrorEvidence, FailureEvidence
    from grader.report import CaseReport, CheckResult

AS_IT_SHOULD_BE = "As it should be."
IN_ONE = "In a hidden case: "
"""The beginning of a sentence on one hidden case, which `count_cases` replaces by their number."""
FIXED = {"values", "checker"}
"""Checks that tell a hidden case's result in sentences of their own: one for each match, and the author's."""


def withhold(
    report: CaseReport, evidence: CaseEvidence, source: str, *, first: bool
) -> tuple[CaseReport, CaseEvidence]:
    """Return report and evidence of a hidden case without anything that could carry its values.

    `first` says that no hidden case failed before it: only then a line and the kind of a difference are told.
    """
    if evidence.error is not None:
        evidence = evidence.model_copy(update={"error": withhold_error(evidence.error, source)})
    return withhold_case(report, evidence.error, source, first=first), evidence


def withhold_case(report: CaseReport, error: ErrorEvidence | None, source: str, *, first: bool) -> CaseReport:
    """Return the report of a hidden case as the learner gets it; `error` is already withheld.

    `first` says that no hidden case failed before it: only then a line and the kind of a difference are told.
    """
    checks = [_withhold_check(check, error, source, first=first) for check in report.checks]
    return report.model_copy(update={"checks": checks, "calls": [], "seconds": 0.0, "shown": None})


def refer_back(report: CaseReport, earlier: Sequence[CaseReport]) -> CaseReport:
    """Return the report of a hidden case; what went wrong in an earlier one, too, is told by that one's name."""
    told: dict[tuple[str, str], str] = {}
    for case in earlier:
        for check in case.checks if case.hidden else ():
            if not check.passed:
                told.setdefault((check.check, check.code), case.name)
    checks = [
        check.model_copy(update={"message": f"As in `{told[check.check, check.code]}`."})
        if not check.passed and (check.check, check.code) in told
        else check
        for check in report.checks
    ]
    return report.model_copy(update={"checks": checks})


def count_cases(message: str, code: str, cases: Sequence[CaseReport]) -> str:
    """Return a sentence on a hidden case as one on all hidden cases that failed with the same code."""
    count = sum(case.hidden and any(not check.passed and check.code == code for check in case.checks) for case in cases)
    rest = message.removeprefix(IN_ONE)
    return message if rest == message or count < 2 else f"In {count} hidden cases: {rest}"  # noqa: PLR2004


def withhold_error(error: ErrorEvidence, source: str) -> ErrorEvidence:
    """Return an exception with its innermost line alone, its text taken from `source`. The message stays, for rules.

    More lines would tell a path through the program, which the submission chooses.
    """
    lines = source.splitlines()
    frames = [
        frame.model_copy(update={"function": "your code", "text": lines[frame.line - 1].strip()[:200]})
        for frame in error.frames
        if 1 <= frame.line <= len(lines)
    ]
    return error.model_copy(update={"frames": frames[-1:]})


def withhold_failure(failure: FailureEvidence, source: str) -> FailureEvidence:
    """Return what ended a submission in a hidden case, or after one, in the same manner."""
    error = withhold_error(failure.error, source) if failure.error is not None else None
    return failure.model_copy(update={"error": error, "found": None, "line": _line_of(failure.line, source)})


def _withhold_check(check: CheckResult, error: ErrorEvidence | None, source: str, *, first: bool) -> CheckResult:
    line = _line_of(check.line, source) if first else None
    if error is not None:
        _, code, message, line = explain.explain_error(error, hidden=True)
        return check.model_copy(update={"code": code, "message": message, "line": line, "data": {}})
    data: dict[str, JsonValue] = {key: check.data[key] for key in ("match", "verdict") if key in check.data}
    message = check.message
    if check.passed and check.check not in FIXED:
        message = AS_IT_SHOULD_BE
    elif not check.passed and check.code in CODES:
        kind = _kind_of(check) if first else None
        message = f"{IN_ONE}{CODES[check.code].meaning}{'' if kind is None else f'; {MEANINGS[kind]}'}."
        data |= {} if kind is None else {"difference": {"kind": kind.value}}
    return check.model_copy(update={"message": message, "line": line, "data": data})


def _kind_of(check: CheckResult) -> Kind | None:
    """Return what kind of difference the judge saw between two arrays."""
    difference = check.data.get("difference")
    return Kind(str(difference["kind"])) if isinstance(difference, dict) else None


def _line_of(line: int | None, source: str) -> int | None:
    return line if line is not None and 1 <= line <= len(source.splitlines()) else None
