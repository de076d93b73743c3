"""Grading in cold children, to check that a report doesn't depend on warming.

A warm child finds XLA started, the problem's operations compiled, and compiled programs on disk. A cold one finds none
of this. So times may differ, and so may whether the persistent cache had a program, but nothing else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.grading.client import Grader
from grader.grading.pool import SandboxPool
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from grader.bundle.contents import Bundle
    from grader.grading.spare import Spare
    from grader.report import Report

_ADDRESS = re.compile("0x[0-9a-f]+")
"""An object's memory address in an exception's message."""


class ColdPool(SandboxPool):
    """A pool of sandboxes that aren't prepared for any problem, and have no compiled programs."""

    def take(self, bundle: Bundle | None = None) -> Spare:  # noqa: ARG002 - what it is for doesn't matter
        """Return a cold sandbox."""
        return super().take(None)


def make_cold_grader(spares: int = 2) -> Grader:
    """Return a grader with cold sandboxes, which isn't started yet."""
    grader = Grader(GraderSettings(), spares=spares)
    grader.pool = ColdPool(grader.settings, spares)
    return grader


def find_differences(first: Report, second: Report) -> dict[str, str]:
    """Return the forbidden differences between two reports on one solution, by their subject."""
    one, other = describe(first), describe(second)
    names = [name for name in one | other if one.get(name) != other.get(name)]
    return {name: f"{name} is {one.get(name)} and {other.get(name)}" for name in names}


def describe(report: Report) -> dict[str, object]:
    """Return a report's content without times and without hits of the persistent cache."""
    told: dict[str, object] = {
        "verdict": (report.verdict, report.code, _ADDRESS.sub("0x", report.message), report.line, report.score),
        "error": _ADDRESS.sub("0x", report.error.traceback) if report.error is not None else None,
        "output": report.output,
        "cases": [(case.name, case.verdict) for case in report.cases],
    }
    for case in report.cases:
        told[f"traces in {case.name}"] = [call.traces for call in case.calls]
        for check in case.checks:
            found = check.model_dump(exclude={"data"})
            if check.check == "compiles":  # its sentence contains the number of cache hits
                del found["message"]
            told[f"{check.check} in {case.name}"] = found
    return told


def count_compiles(report: Report) -> tuple[int, int]:
    """Return the numbers of requested programs and of cache hits in the calls of a report."""
    segments = [segment for case in report.cases for call in case.calls for segment in call.segments]
    compiles = [segment for segment in segments if segment.kind == "compile"]
    return len(compiles), sum(segment.cached for segment in compiles)
