"""What of a report is seen at once: one picture below the verdict's sentence. All else is folded.

A wrong array is drawn as a map of its errors, or as the values beside those expected; everything else as the calls of
one sample, where how JAX ran them has to do with the verdict. Hidden cases have no picture. Hidden cases that tell
the same are one row.
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
"""Checks whose failures the times of the calls help to explain."""
PRAISE: Final = "celebratory"
"""The level of hints that praise. They are shown apart from remarks."""
Kind = Literal["errors", "values", "calls"]


@dataclass(frozen=True, slots=True)
class Picture:
    """The case that is drawn, and what of it."""

    kind: Kind
    case: CaseReport


@dataclass(frozen=True, slots=True)
class LayerRow:
    """A sample, or hidden cases that tell the same; `index` is the first one's place in the report."""

    index: int
    case: CaseReport
    labels: list[str]

    @property
    def count(self) -> int:
        """How many cases the row stands for."""
        return len(self.labels)


def choose_picture(cases: Sequence[CaseReport]) -> Picture | None:
    """Return the one picture of a report, or of the cases that are done so far; None where none would say why."""
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
    """Whether some of the case's calls traced and others found their program, which is what the picture is for."""
    return 0 < sum(call.traces > 0 for call in case.calls) < len(case.calls)


def merge_cases(cases: Sequence[CaseReport]) -> list[LayerRow]:
    """Return the rows of a report's cases."""
    rows: list[LayerRow] = []
    hidden: dict[tuple[object, ...], LayerRow] = {}
    for index, case in enumerate(cases):
        alike = hidden.get(_key(case)) if case.hidden else None
        if alike is not None:
            alike.labels.append(case.label)
            continue
        row = LayerRow(index, case, [case.label])
        rows.append(row)
        if case.hidden:
            hidden[_key(case)] = row
    return rows


def _key(case: CaseReport) -> tuple[object, ...]:
    """Return what two hidden cases must have in common to be told as one: the verdict and what failed."""
    failures: list[CheckResult] = [check for check in case.checks if not check.passed]
    return case.verdict, *((check.check, check.code, check.message) for check in failures)
