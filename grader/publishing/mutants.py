"""Mutants at publishing: slips made by program in the accepted solutions, which the problem must notice.

`grader.publishing.mutation` makes them. One that is accepted shows a gap: no case and no check notices the mistake.
The author closes it, or says in `equivalent.yaml` why the change makes no relevant difference.

Not every mutant is tried. The canonical solution is changed by every operator in question, the others by operators that
found no place before; an operator is in question where a check that the problem declares could give one of its codes.
Each operator changes at most `MAX_PLACES` places of a solution, and of all these the first `MAX_MUTANTS` are tried,
where each operator's first place comes before any second. The same files give the same mutants on every machine.
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
"""The maximum number of places of one solution that one operator changes."""
TOLERANCE_EPS = 8.0
"""The tolerance of `near_miss`, in eps, where a checker compares instead of `values`."""


def choose_mutants(package: Package) -> tuple[dict[str, Mutant], int]:
    """Return the mutants to try, by their full names, and how many more there are (`MAX_PLACES` of each operator)."""
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
    found.sort(key=lambda item: item[0])  # stable: the order of solutions and operators stays
    return {f"{stem}:{mutant.name}": mutant for _, stem, mutant in found[:MAX_MUTANTS]}, len(found[MAX_MUTANTS:])


def in_question(problem: ProblemFile) -> list[Operator]:
    """Return the operators one of whose codes a declared check could give. The codes of exceptions don't count."""
    declared = problem.checks.declared()
    codes = [code for name in declared for code in CHECKS[name].codes]
    codes += ["checker.found"] if problem.checks.checker is not None else []
    return [operator for operator in OPERATORS.values() if any(map(operator.allows, codes))]


def target_of(problem: ProblemFile) -> Target:
    """Return what mutation operators must know about a problem."""
    values = problem.checks.values
    tolerance = (values.tolerance if values is not None else None) or TOLERANCE_EPS
    return Target(problem.entry_point, tuple(parameter.name for parameter in problem.parameters), float(tolerance))
