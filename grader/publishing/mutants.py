"""Mutants at publishing: slips made by program in the accepted solutions, which the problem must notice.

`grader.publishing.mutation` makes them. One that is accepted shows a hole: no case and no check sees the slip. The
author closes it, or says in `equivalent.yaml` why the change makes no difference that the problem could mean.

Not every mutant is tried. The canonical solution is changed by every operator in question, the others by operators that
found no place before; an operator is in question where a check that the problem declares could give one of its codes.
Each operator changes at most `PLACES` places of a solution, and of all these the first `MOST` are tried, where each
operator's first place comes before any second. The same files give the same mutants on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge.checks import CHECKS
from grader.package.files import CANONICAL
from grader.publishing.mutation import OPERATORS, Target, mutate

if TYPE_CHECKING:
    from grader.package.files import Package, ProblemFile
    from grader.publishing.mutation import Mutant, Operator

MOST = 40
"""Most mutants that are tried."""
PLACES = 3
"""Most places of one solution that one operator changes."""
TOLERANCE = 8.0
"""Of `near_miss`, in eps, where a checker compares in place of `values`."""


def choose_mutants(package: Package) -> tuple[dict[str, Mutant], int]:
    """Return the mutants to try, by their full names, and how many more there are within `PLACES` of each operator."""
    target = target_of(package.problem)
    wanted = in_question(package.problem)
    found: list[tuple[int, str, Mutant]] = []
    for name in sorted(package.accepted, key=lambda name: (name != CANONICAL, name)):
        seen = {mutant.operator.name for _, _, mutant in found}
        operators = [operator for operator in wanted if operator.name not in seen]
        try:
            mutants = mutate(package.accepted[name], target, operators, most=PLACES)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # Too deep for the parser. That it is accepted is all that can be said of it.
        place = dict.fromkeys((operator.name for operator in operators), 0)
        for mutant in mutants:
            found.append((place[mutant.operator.name], name.removesuffix(".py"), mutant))
            place[mutant.operator.name] += 1
    found.sort(key=lambda item: item[0])  # stable: the order of solutions and operators stays
    return {f"{stem}:{mutant.name}": mutant for _, stem, mutant in found[:MOST]}, len(found[MOST:])


def in_question(problem: ProblemFile) -> list[Operator]:
    """Return the operators one of whose codes a declared check could give. That code may raise says nothing here."""
    declared = problem.checks.declared()
    codes = [code for name in declared for code in CHECKS[name].codes]
    codes += ["checker.found"] if problem.checks.checker is not None else []
    return [operator for operator in OPERATORS.values() if any(map(operator.allows, codes))]


def target_of(problem: ProblemFile) -> Target:
    """Return what mutation operators must know of a problem."""
    values = problem.checks.values
    tolerance = (values.tolerance if values is not None else None) or TOLERANCE
    return Target(problem.entry_point, tuple(parameter.name for parameter in problem.parameters), float(tolerance))
