"""Finds parameters with the same value in every call of every case, whose omission would not be noticed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge.compare import same_bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case
    from grader.package.files import ProblemFile


def find_constant_parameters(problem: ProblemFile, cases: Sequence[Case]) -> list[str]:
    """Return a finding for each parameter that has the same value in every call."""
    calls = [call for case in cases for call in case.calls]
    found = []
    for parameter in problem.parameters:
        first = calls[0].args[parameter.name]
        if len(calls) > 1 and all(same_bits(call.args[parameter.name], first) for call in calls[1:]):
            told = f"cases.py: `{parameter.name}` is the same in every call, so that a solution may ignore it"
            found.append(f"{told}; give it other values in some calls, or take it out of problem.yaml, parameters")
    return found
