"""Checks a statement's examples: each call that they make must fit the signature and be among the graded cases.

Learners first try what the statement shows, so a solution that fails there must not be accepted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.judge.compare import same_bits
from grader.package.specs.signature import find_argument_mismatch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.bundle.contents import Case
    from grader.package.files import ProblemFile
    from grader.protocol import Value


@dataclass(frozen=True)
class ExampleCall:
    """A call that an example makes."""

    where: str
    """The file and line, as in `statement.md:12`."""
    args: Mapping[str, Value]
    """The arguments by parameter, without those that no case could have, such as a function defined by the example."""


def find_ungraded_examples(problem: ProblemFile, shown: Sequence[ExampleCall], samples: Sequence[Case]) -> list[str]:
    """Return a finding for each call of an example that contradicts the signature, or that no sample makes.

    `shown` are the calls. A call with the example's own model or function can't be among the cases, and isn't examined
    further.
    """
    types = {parameter.name: parameter.type for parameter in problem.parameters}
    graded = [call.args for case in samples for call in case.calls]
    found = []
    for call in shown:
        where, told = call.where, call.args
        known = {name: kind for name, kind in types.items() if name in told}
        wrong = find_argument_mismatch(known, told, {})
        if wrong is not None:
            found.append(
                f"{where}: in the example, {wrong}; change the example, or the type in problem.yaml, parameters"
            )
        elif len(told) == len(types) and not any(_is_same(told, one) for one in graded):
            advice = "add a sample with these arguments to cases.py, or change the example to what a sample has"
            found.append(
                f"{where}: the example's call is not among the samples, so that nobody is graded on it; {advice}"
            )
    return list(dict.fromkeys(found))


def _is_same(one: Mapping[str, Value], other: Mapping[str, Value]) -> bool:
    return all(same_bits(value, other[name]) for name, value in one.items())
