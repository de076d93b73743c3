"""Grading in children that nothing was warmed for: what is told of a submission may not depend on that.

A warm child finds XLA started, the problem's operations compiled, and compiled programs on disk. A cold one finds
nothing of it. So times differ, and whether the persistent cache had a program; nothing else may.
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
"""Where an object lies in memory, in an exception's message."""


class ColdPool(SandboxPool):
    """Hands out sandboxes that know of no problem, with no compiled programs."""

    def take(self, bundle: Bundle | None = None) -> Spare:  # noqa: ARG002 - what it is for doesn't matter
        """Return one."""
        return super().take(None)


def make_cold_grader(spares: int = 2) -> Grader:
    """Return a grader, to be started, whose sandboxes are cold."""
    grader = Grader(GraderSettings(), spares=spares)
    grader.pool = ColdPool(grader.settings, spares)
    return grader


def find_differences(first: Report, second: Report) -> dict[str, str]:
    """Return what differs between two reports of one solution that may not, by what it is of."""
    one, other = describe(first), describe(second)
    names = [name for name in one | other if one.get(name) != other.get(name)]
    return {name: f"{name} is {one.get(name)} and {other.get(name)}" for name in names}


def describe(report: Report) -> dict[str, object]:
    """Return all that a report tells, but for times and for what the persistent cache had."""
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
            if check.check == "compiles":  # its sentence tells how many of the programs the cache had
                del found["message"]
            told[f"{check.check} in {case.name}"] = found
    return told


def count_compiles(report: Report) -> tuple[int, int]:
    """Return how many programs were asked for in the calls of a report, and how many of them the cache had."""
    segments = [segment for case in report.cases for call in case.calls for segment in call.segments]
    compiles = [segment for segment in segments if segment.kind == "compile"]
    return len(compiles), sum(segment.cached for segment in compiles)
