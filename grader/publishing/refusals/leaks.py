"""Finds problems in which a submission could tell its learner too much about the hidden cases that it runs on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from grader.judge.checks import CHECKS
from grader.judge.errors import RULES
from grader.judge.hidden import count_outcomes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case
    from grader.package.files import ProblemFile

MAX_BITS: Final = 10
"""The maximum number of bits that one submission can carry out; docs/security.md lists the channels."""


def find_leaks(problem: ProblemFile, pool: Sequence[Case]) -> list[str]:
    """Return a finding if the reports on hidden cases have more than `2**MAX_BITS` outcomes.

    Sealed problems aren't counted. Their submissions' processes get no values, but the programs do, and can choose how
    to be wrong: docs/security.md says how much that reveals.
    """
    if problem.checks.sealed is not None:
        return []
    codes = sum(len(CHECKS[name].codes) for name in problem.checks.declared())
    rules = len({rule.code for rule in RULES})
    different = len({case.label for case in pool}) if problem.pool.labels == "public" else 1
    labels = min(problem.pool.count(len(pool)), different)
    outcomes = count_outcomes(codes, rules, labels)
    if outcomes <= 2**MAX_BITS:
        return []
    enough = max(n for n in range(labels) if count_outcomes(codes, rules, n) <= 2**MAX_BITS)
    told = f"by how it fails, a submission could tell its learner {math.log2(outcomes):.1f} bits about the hidden cases"
    advice = f"keep labels private, draw {enough} cases or fewer, label alike cases alike, or seal the problem"
    return [f"problem.yaml, pool: {told}; {MAX_BITS} are allowed: {advice}"]
