"""Chooses the mutants for publishing: accepted solutions with a generated slip, which the problem must notice.

`grader.publishing.mutation` makes them. An accepted mutant reveals a gap: no case and no check notices the mistake. The
author closes the gap, or says in `equivalent.yaml` why the change makes no relevant difference.

Not every mutant is tried. Every relevant operator changes the canonical solution; the other solutions are changed by
operators that found no place before. An operator is relevant if a check that the problem declares could give one of its
codes. Each operator changes at most `MAX_PLACES` places of a solution, and of all mutants the first `MAX_MUTANTS` are
tried, where each operator's first place comes before any second. The same files give the same mutants on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge.checks import CHECKS
from grader.package.files import CANONICAL
from grader.publishing.mutation import OPERATORS, Target, mutate

if TYPE_CHECKING:
    from grader.package.files import Package, ProblemFile
    from grader.publishing.mutation import Mutant, Operator

MAX_MUTANTS = 40
"""The maximum number of mutants that are tried."""
MAX_PLACES = 3
"""The maximum number of places in one solution that one operator changes."""
TOLERANCE_EPS = 8.0
"""The tolerance that `near_miss` uses, in eps, if a checker compares instead of `values`."""


def choose_mutants(package: Package) -> tuple[dict[str, Mutant], int]:
    """Return the mutants to try, by their full names, and the number of others (up to `MAX_PLACES` per operator)."""
    target = target_of(package.problem)
    wanted = in_question(package.problem)
    found: list[tuple[int, str, Mutant]] = []
    for name in sorted(package.accepted, key=lambda name: (name != CANONICAL, name)):
        seen = {mutant.operator.name for _, _, mutant in found}
        operators = [operator for operator in wanted if operator.name not in seen]
        try:
            mutants = mutate(package.accepted[name], target, operators, most=MAX_PLACES)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # It is nested too deeply for the parser.
        place = dict.fromkeys((operator.name for operator in operators), 0)
        for mutant in mutants:
            found.append((place[mutant.operator.name], name.removesuffix(".py"), mutant))
            place[mutant.operator.name] += 1
    found.sort(key=lambda item: item[0])  # stable, so it keeps the order of solutions and operators
    return {f"{stem}:{mutant.name}": mutant for _, stem, mutant in found[:MAX_MUTANTS]}, len(found[MAX_MUTANTS:])


def in_question(problem: ProblemFile) -> list[Operator]:
    """Return the operators with a code that a declared check could give. The codes of exceptions don't count."""
    declared = problem.checks.declared()
    codes = [code for name in declared for code in CHECKS[name].codes]
    codes += ["checker.found"] if problem.checks.checker is not None else []
    return [operator for operator in OPERATORS.values() if any(map(operator.allows, codes))]


def target_of(problem: ProblemFile) -> Target:
    """Return the facts about a problem that mutation operators need."""
    values = problem.checks.values
    tolerance = (values.tolerance if values is not None else None) or TOLERANCE_EPS
    return Target(problem.entry_point, tuple(parameter.name for parameter in problem.parameters), float(tolerance))
