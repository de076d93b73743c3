"""Takes out of a hidden case's report what could carry the case's values to the learner.

Theory of operation. A submission sees a hidden case's inputs, and it chooses much of what is told of it: the names of
its functions, classes and keys, shapes, counts, texts, times, how far it is off. So a report tells of a hidden case
nothing that the submission chose freely: each check's code with a sentence that belongs to the code, whether values
were equal bit for bit, and for the first hidden case that fails one line, which must be a line of the file. What
remains can't be taken away: the verdict, and how long it took. docs/security.md says how much that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge import explain
from grader.judge.checks import CODES

if TYPE_CHECKING:
    from grader.judge.evidence import ErrorEvidence, FailureEvidence
    from grader.report import CaseReport, CheckResult

AS_IT_SHOULD_BE = "As it should be."
FIXED = {"values", "checker"}
"""Checks that tell a hidden case's result in sentences of their own: one for each match, and the author's."""


def withhold_case(report: CaseReport, error: ErrorEvidence | None, source: str, *, first: bool) -> CaseReport:
    """Return the report of a hidden case as the learner gets it; `error` is already withheld.

    `first` says that no hidden case failed before it: only then a line is told.
    """
    checks = [_withhold_check(check, error, source, first=first) for check in report.checks]
    return report.model_copy(update={"checks": checks, "calls": [], "seconds": round(report.seconds, 2), "shown": None})


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
    data = {key: check.data[key] for key in ("match", "verdict") if key in check.data}
    message = check.message
    if check.passed and check.check not in FIXED:
        message = AS_IT_SHOULD_BE
    elif not check.passed and check.code in CODES:
        message = f"In a hidden case: {CODES[check.code].meaning}."
    return check.model_copy(update={"message": message, "line": line, "data": data})


def _line_of(line: int | None, source: str) -> int | None:
    return line if line is not None and 1 <= line <= len(source.splitlines()) else None
