"""Removes from the reports of hidden cases whatever could carry the cases' values to the learner.

Theory of operation. A submission sees a hidden case's inputs, and it chooses much of what is reported about it: the
names of its functions, classes and keys, shapes, counts, texts, times, how far its answer is off, and which checks fail
in which cases. So all hidden cases together reveal only one thing:

- If all are right: that they are, with the weakest match of their values and the lowest score, rounded to steps.
- Otherwise: one code and the sentence that belongs to it, from the case that decides the verdict. An exception also
  reveals in which part of the file, a sixth of it, it was raised. Wrong numbers also reveal the kind of the
  difference, which is one of those in `grader.judge.relations`.

Names and labels of hidden cases are private. If the author makes them public (`pool.labels`), all of them are shown
when all cases are right, and the label of the deciding case when it fails without an exception.

`count_outcomes` says how many different outcomes there are: a submission can carry out as many bits as the logarithm of
that number. How long everything took can't be hidden. docs/security.md has the whole list.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grader.judge import explain
from grader.judge.checks import CODES
from grader.judge.compare import ORDER
from grader.judge.diagnosis import MEANINGS
from grader.judge.relations import Kind
from grader.report import MAX_SCORE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import JsonValue

    from grader.judge.evidence import CaseEvidence, ErrorEvidence, FailureEvidence
    from grader.report import CaseReport, CheckResult

AS_IT_SHOULD_BE = "As it should be."
HIDDEN = "hidden"
"""The name of a hidden case in a report that doesn't say which one it is."""
IN_ONE = "In a hidden case: "
"""The beginning of a sentence about a hidden case."""
PARTS = 6
"""The number of parts of the file; an exception's line is reported only as one of them."""
STEPS = 4
"""The number of steps from 0 to 1 to which the score of hidden cases is rounded."""
LIMITS = 16
"""The maximum number of codes for how a sandbox can end, for tampering, and for an import that fails late."""
FIXED = {"values", "checker"}
"""Checks that report a hidden case's result in their own sentences: one for each match, and the author's."""


def withhold(report: CaseReport, evidence: CaseEvidence, source: str) -> tuple[CaseReport, CaseEvidence]:
    """Return the report and the evidence of a hidden case without whatever could carry its values."""
    if evidence.error is not None:
        evidence = evidence.model_copy(update={"error": withhold_error(evidence.error, source)})
    return withhold_case(report, evidence.error), evidence


def withhold_case(report: CaseReport, error: ErrorEvidence | None) -> CaseReport:
    """Return the report of a hidden case without whatever could carry its values; `error` is already withheld."""
    checks = [_withhold_check(check, error) for check in report.checks]
    return report.model_copy(update={"checks": checks, "calls": [], "seconds": 0.0, "shown": None})


def tell_hidden(cases: Sequence[CaseReport], reason: CheckResult | None, *, labelled: bool) -> list[CaseReport]:
    """Return the reports of all cases as the learner gets them; `reason` is the check that decides the verdict.

    `labelled` says that learners may read the labels of hidden cases. The reports of hidden cases have gone through
    `withhold` already.
    """
    samples = [case for case in cases if not case.hidden]
    hidden = [case for case in cases if case.hidden]
    if not labelled:
        hidden = [case.model_copy(update={"name": HIDDEN, "label": ""}) for case in hidden]
    if reason is None:
        return [*samples, *_level(hidden)]
    return samples + [
        case.model_copy(
            update={
                "name": HIDDEN,
                "checks": [reason],
                "label": "" if reason.check == "runs" else case.label,
            }
        )
        for case in hidden
        if any(check is reason for check in case.checks)
    ]


def _level(cases: Sequence[CaseReport]) -> list[CaseReport]:
    """Return the reports of hidden cases that are all right, with each check's weakest result in all of them."""
    weakest: dict[str, CheckResult] = {}
    for case in cases:
        for check in case.checks:
            known = weakest.setdefault(check.check, check)
            if (check.score, -_rank(check)) < (known.score, -_rank(known)):
                weakest[check.check] = check
    told = {name: check.model_copy(update={"score": _round(check.score)}) for name, check in weakest.items()}
    return [case.model_copy(update={"checks": [told[check.check] for check in case.checks]}) for case in cases]


def _round(score: float) -> float:
    """Return the score rounded to the nearest step, but never a positive score to 0."""
    return max(math.floor(score * STEPS + 0.5), 1) / STEPS if score > 0 else 0.0


def _rank(check: CheckResult) -> int:
    match = str(check.data.get("match", ""))
    return [one.value for one in ORDER].index(match) if match in {one.value for one in ORDER} else 0


def count_outcomes(codes: int, rules: int, cases: int) -> int:
    """Return how many different outcomes the hidden cases of one submission can reveal.

    `codes` is the number of codes that the problem's checks have, `rules` the number of codes for exceptions, and
    `cases` the number of hidden cases that the learner can tell apart by their labels, at least 1.
    """
    accepted = (len(ORDER) - 1) * (STEPS * int(MAX_SCORE) + 1)
    return accepted + (codes + len(Kind)) * cases + rules * PARTS + LIMITS


def withhold_error(error: ErrorEvidence, source: str) -> ErrorEvidence:
    """Return an exception with only its innermost line, replaced by the first line of its part of the file.

    More lines would reveal a path through the program, which the submission chooses. The message stays, because rules
    need it.
    """
    count = len(source.splitlines())
    size = -(-count // PARTS)
    frames = [
        frame.model_copy(update={"line": (frame.line - 1) // size * size + 1, "function": "your code", "text": ""})
        for frame in error.frames
        if 1 <= frame.line <= count
    ]
    return error.model_copy(update={"frames": frames[-1:]})


def withhold_failure(failure: FailureEvidence, source: str) -> FailureEvidence:
    """Return what ended a submission in a hidden case, or after one, reduced in the same manner."""
    error = withhold_error(failure.error, source) if failure.error is not None else None
    return failure.model_copy(update={"error": error, "found": None, "line": None})


def _withhold_check(check: CheckResult, error: ErrorEvidence | None) -> CheckResult:
    if error is not None:
        _, code, message, line = explain.explain_error(error, hidden=True)
        return check.model_copy(update={"code": code, "message": message, "line": line, "data": {}})
    data: dict[str, JsonValue] = {key: check.data[key] for key in ("match", "verdict") if key in check.data}
    message = check.message
    if check.passed and check.check not in FIXED:
        message = AS_IT_SHOULD_BE
    elif not check.passed and check.code in CODES:
        kind = _kind_of(check)
        message = f"{IN_ONE}{CODES[check.code].meaning}{'' if kind is None else f'; {MEANINGS[kind]}'}."
        data |= {} if kind is None else {"difference": {"kind": kind.value}}
    return check.model_copy(update={"message": message, "line": None, "data": data})


def _kind_of(check: CheckResult) -> Kind | None:
    """Return the kind of difference that the judge found between two arrays."""
    difference = check.data.get("difference")
    return Kind(str(difference["kind"])) if isinstance(difference, dict) else None
