"""Chooses the part of a report that is shown at once: one picture below the verdict's sentence. The rest is folded.

A wrong array is drawn as a map of its errors, or as its values beside the expected ones; otherwise the calls of one
sample are drawn, if the verdict depends on how JAX ran them. Hidden cases have no picture, and those with the same
result share a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from app.web.drawing.heat import draw_heat
from grader.outcomes import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.report import CaseReport, CheckResult

ABOUT_CALLS: Final = frozenset(
    {"traces", "jit", "wrapped_by", "eager", "compiles", "follows", "repeat", "nnx_state", "donation", "leaks"}
)
"""The checks whose failures are easier to understand with the calls' times."""
PRAISE: Final = "celebratory"
"""The level of hints that praise, which are shown apart from remarks."""
Kind = Literal["errors", "values", "calls"]


@dataclass(frozen=True, slots=True)
class Picture:
    """The case that is drawn, and the kind of picture."""

    kind: Kind
    case: CaseReport


@dataclass(frozen=True, slots=True)
class LayerRow:
    """A sample, or hidden cases with the same result."""

    case: CaseReport
    labels: list[str]

    @property
    def count(self) -> int:
        """The number of cases in the row."""
        return len(self.labels)


def choose_picture(cases: Sequence[CaseReport]) -> Picture | None:
    """Return the one picture of a report, or of the cases that are done so far; None if none would explain it."""
    samples = [case for case in cases if not case.hidden]
    failed = [case for case in samples if case.verdict is not Verdict.ACCEPTED]
    for case in failed:
        names = {check.check for check in case.checks if not check.passed}
        if draw_heat(case) is not None:
            return Picture("errors", case)
        if names & {"values", "checker"} and case.shown is not None:
            return Picture("values", case)
        if names & ABOUT_CALLS and case.calls:
            return Picture("calls", case)
    if failed or (len(samples) < len(cases) and any(case.verdict is not Verdict.ACCEPTED for case in cases)):
        return None
    drawn = max((case for case in samples if case.calls), key=count_traced, default=None)
    return None if drawn is None else Picture("calls", drawn)


def count_traced(case: CaseReport) -> bool:
    """Return whether some of the case's calls traced and others reused a program, as the picture should show."""
    return 0 < sum(call.traces > 0 for call in case.calls) < len(case.calls)


def merge_cases(cases: Sequence[CaseReport]) -> list[LayerRow]:
    """Return the rows of a report's cases."""
    rows: list[LayerRow] = []
    hidden: dict[tuple[object, ...], LayerRow] = {}
    for case in cases:
        alike = hidden.get(_key(case)) if case.hidden else None
        if alike is not None:
            alike.labels.append(case.label)
            continue
        row = LayerRow(case, [case.label])
        rows.append(row)
        if case.hidden:
            hidden[_key(case)] = row
    return rows


def _key(case: CaseReport) -> tuple[object, ...]:
    """Return the key by which hidden cases are merged: the verdict and the failed checks."""
    failures: list[CheckResult] = [check for check in case.checks if not check.passed]
    return case.verdict, *((check.check, check.code, check.message) for check in failures)
