"""Finds a check `repeat` that compares nothing, because no case makes two calls with equal arguments."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from grader.judge.compare import same_bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case
    from grader.package.files import ProblemFile


def find_idle_repeat(problem: ProblemFile, cases: Sequence[Case]) -> list[str]:
    """Return a finding if `repeat` is declared but has nothing to compare in any case."""
    repeat = problem.checks.repeat
    if repeat is None or repeat.reordered:
        return []
    names = [parameter.name for parameter in problem.parameters if parameter.name not in repeat.ignoring]
    for case in cases:
        for one, other in combinations(case.calls, 2):
            if all(same_bits(one.args[name], other.args[name]) for name in names):
                return []
    told = "problem.yaml, checks.repeat: no case makes two calls with equal arguments, so that nothing is compared"
    return [f"{told}; repeat a call with the same arguments in cases.py, say `reordered: true`, or take the check out"]
