"""Mutants at publishing: slips made by program in the accepted solutions, which the problem must notice.

`grader.mutation` makes them. One that is accepted shows a hole: no case and no check sees the slip. The author closes
it, or says in `equivalent.yaml` why the change makes no difference that the problem could mean.

Not every mutant is tried. The canonical solution is changed by every operator in question, the others by operators that
found no place before; an operator is in question where a check that the problem declares could give one of its codes.
Each operator changes at most `PLACES` places of a solution, and of all these the first `MOST` are tried, where each
operator's first place comes before any second. The same files give the same mutants on every machine.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from grader.judge.checks import CHECKS
from grader.mutation import OPERATORS, Target, mutate, normalise
from grader.package import CANONICAL, EQUIVALENT
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Executor

    from grader.bundle import Bundle
    from grader.client import Grader
    from grader.mutation import Mutant, Operator
    from grader.package import Package, ProblemFile

MOST = 40
"""Most mutants that are tried."""
PLACES = 3
"""Most places of one solution that one operator changes."""
SECONDS = 10.0
"""The longest that a mutant's case may take: one that is that slow is noticed."""
SHOWN = 8
"""Most survivors whose change is shown."""
TOLERANCE = 8.0
"""Of `near_miss`, in eps, where a checker compares in place of `values`."""


@dataclass(frozen=True)
class Trial:
    """A mutant, and what became of it."""

    name: str
    """Solution, operator and place: `canonical:drop_jit.1`."""
    about: str
    result: Literal["killed", "survived", "equivalent", "failed"]
    """`equivalent`: the author says so, and it was not tried. `failed`: the platform did."""
    code: str
    """The reason code that it got; empty where it was not tried."""
    finding: str | None = None
    """What does not hold."""


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


def try_mutants(
    package: Package,
    bundle: Bundle,
    grader: Grader,
    progress: Callable[[str, int, int], None],
    executor: Executor,
) -> tuple[list[Trial], int]:
    """Grade the mutants as submissions are, each up to its first failed case; return trials, and how many were left.

    Each faces the samples and as many hidden cases as a submission does. `progress` is called as publishing's is.
    """
    chosen, left = choose_mutants(package)
    limits = bundle.manifest.limits.model_copy(update={"time_s": min(SECONDS, bundle.manifest.limits.time_s)})
    limited = replace(bundle, manifest=bundle.manifest.model_copy(update={"limits": limits}))
    hidden = bundle.pool[: package.problem.pool.draw]

    def try_one(item: tuple[str, Mutant]) -> Trial:
        name, mutant = item
        if name in package.equivalent:
            return Trial(name, mutant.operator.about, "equivalent", "")
        report = grader.grade(limited, mutant.source.encode(), mode=Mode.SUBMIT, hidden=hidden, until_failure=True)
        if report.verdict is Verdict.INTERNAL_ERROR:
            finding = f"the mutant {name} could not be graded: {report.message}"
            return Trial(name, mutant.operator.about, "failed", report.code, finding)
        if report.verdict is not Verdict.ACCEPTED:
            return Trial(name, mutant.operator.about, "killed", report.code)
        original = package.accepted[f"{name.partition(':')[0]}.py"]
        return Trial(name, mutant.operator.about, "survived", report.code, _tell_survivor(name, mutant, original))

    trials = []
    progress("mutants", 0, len(chosen))
    for trial in executor.map(try_one, chosen.items()):
        trials.append(trial)
        progress("mutants", len(trials), len(chosen))
    return trials, left


def find_survivors(package: Package, trials: Iterable[Trial]) -> list[str]:
    """Return, in words, what mutants say against a problem, and which lines of `equivalent.yaml` name none."""
    trials = list(trials)
    tried = {trial.name for trial in trials}
    stale = [
        f"{EQUIVALENT}: {name} is none of the mutants that are tried; take the line out"
        for name in package.equivalent
        if name not in tried
    ]
    found = [trial.finding for trial in trials if trial.finding is not None]
    more = [f"and {len(found) - SHOWN} more mutants"] if len(found) > SHOWN else []
    return [*stale, *found[:SHOWN], *more]


def _tell_survivor(name: str, mutant: Mutant, original: str) -> str:
    before, after = normalise(original).splitlines(), mutant.source.splitlines()
    lines = list(difflib.unified_diff(before, after, "accepted", "also accepted", n=1, lineterm=""))
    shown = "\n".join(f"      {line}" for line in lines[2:])
    return (
        f"the mutant {name} is accepted, so no case and no check notices this slip: {mutant.operator.about}\n{shown}\n"
        f"      Add a case or a check that does, or say in {EQUIVALENT} why it makes no difference:\n"
        f'      "{name}": …'
    )
