"""The limits that publishing infers from the solutions' use of time and memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.package.files import Limits, LimitsSpec
from grader.publishing.solutions import LEAST_MIB, LEAST_SECONDS, Solution, infer_limits
from grader.report import Verdict

if TYPE_CHECKING:
    from grader.publishing.solutions import Kind

TRIED = Limits(time_s=60.0)
WRONG, LATE = Verdict.WRONG_STRUCTURE, Verdict.TIME_LIMIT_EXCEEDED


def make(
    slowest_s: float, kind: Kind = "accepted", verdict: Verdict = Verdict.ACCEPTED, memory_mib: int | None = None
) -> Solution:
    return Solution(kind, "one.py", verdict, "code", slowest_s, memory_mib, None)


@pytest.mark.parametrize(
    ("solutions", "seconds"),
    [
        ([make(1.0), make(0.5)], LEAST_SECONDS),
        ([make(1.0), make(3.1)], 16.0),
        ([make(1.0), make(4.9, "rejected", WRONG)], LEAST_SECONDS),
        ([make(1.0), make(8.4, "rejected", WRONG), make(2.0, "rejected", WRONG)], 17.0),
        ([make(4.0), make(8.4, "rejected", WRONG)], 20.0),
        ([make(1.0), make(59.0, "rejected", LATE)], LEAST_SECONDS),
    ],
)
def test_a_time_limit_leaves_room_for_each_solution_that_is_not_rejected_for_its_time(
    solutions: list[Solution], seconds: float
) -> None:
    assert infer_limits(LimitsSpec(), TRIED, solutions).time_s == seconds


def test_a_declared_limit_is_kept() -> None:
    declared = LimitsSpec(time_limit=2.0, memory=512)
    tried = Limits(time_s=2.0, memory_mib=512)
    solutions = [make(0.1, memory_mib=900), make(1.9, "rejected", WRONG, 900)]
    assert infer_limits(declared, tried, solutions) == tried


def test_a_memory_limit_is_twice_what_accepted_solutions_use() -> None:
    big = make(0.1, memory_mib=1000)
    assert infer_limits(LimitsSpec(), TRIED, [big, make(0.1, "rejected", WRONG, 1400)]).memory_mib == 2048
    assert infer_limits(LimitsSpec(), TRIED, [make(0.1, memory_mib=100)]).memory_mib == LEAST_MIB
    assert infer_limits(LimitsSpec(), TRIED, [make(0.1)]).memory_mib is None
