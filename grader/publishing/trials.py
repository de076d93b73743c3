"""Trials at publishing: sources made by program from accepted solutions, all of which the problem must refuse.

Mutants are slips (`grader.publishing.mutants`), fakes are cheats (`grader.publishing.fakes`). One that is accepted
shows a hole: no case and no check sees what is wrong with it. The author closes it, or says in `equivalent.yaml` why it
makes no difference that the problem could mean.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from grader.package.files import EQUIVALENT
from grader.publishing.fakes.choice import choose_fakes
from grader.publishing.mutants import choose_mutants
from grader.publishing.mutation import normalise
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from concurrent.futures import Executor

    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader
    from grader.package.files import Package
    from grader.publishing.fakes import Fake
    from grader.publishing.mutation import Mutant

    Progress = Callable[[str, int, int], None]
    Tell = Callable[[str], str]
    """Returns the finding about an accepted candidate of this name."""

SECONDS = 10.0
"""The longest that a case of a trial may take, in seconds: one that is that slow is noticed."""
SHOWN = 8
"""Most survivors whose change is shown."""


@dataclass(frozen=True)
class Trial:
    """A mutant or a fake, and what became of it."""

    name: str
    """Solution, operator and place, `canonical:drop_jit.1`; or solution and maker, `canonical:fake.first_answer`."""
    about: str
    result: Literal["killed", "survived", "equivalent", "failed", "broken"]
    """`equivalent`: the author says so, and it was not tried. `failed`: the platform did. `broken`: a fake raised, so
    that it says nothing about the problem."""
    code: str
    """The reason code that it got; empty where it was not tried."""
    finding: str | None = None
    """What does not hold."""


def try_mutants(
    package: Package, bundle: Bundle, grader: Grader, progress: Progress, executor: Executor
) -> tuple[list[Trial], int]:
    """Grade the mutants of a problem; return trials, and how many mutants were left."""
    chosen, left = choose_mutants(package)
    sources = {name: (mutant.operator.about, mutant.source) for name, mutant in chosen.items()}
    tell = partial(_tell_mutant, package, chosen)
    return _try_all("mutants", sources, tell, package, bundle, grader, progress, executor), left


def try_fakes(package: Package, bundle: Bundle, grader: Grader, progress: Progress, executor: Executor) -> list[Trial]:
    """Grade the fakes of a problem."""
    chosen = choose_fakes(package, bundle.samples, bundle.pool)
    sources = {name: (fake.maker.about, fake.source) for name, fake in chosen.items()}
    tell = partial(_tell_fake, chosen)
    trials = _try_all("fakes", sources, tell, package, bundle, grader, progress, executor)
    return [
        replace(trial, result="broken") if trial.result == "killed" and trial.code.startswith("error.") else trial
        for trial in trials
    ]


def _try_all(
    step: str,
    sources: Mapping[str, tuple[str, str]],
    tell: Tell,
    package: Package,
    bundle: Bundle,
    grader: Grader,
    progress: Progress,
    executor: Executor,
) -> list[Trial]:
    """Grade sources, given with what they do, as submissions are, each up to its first failed case.

    Each faces the samples and as many hidden cases as a submission does. `progress` is called as publishing's is.
    """
    limits = bundle.manifest.limits.model_copy(update={"time_s": min(SECONDS, bundle.manifest.limits.time_s)})
    limited = replace(bundle, manifest=bundle.manifest.model_copy(update={"limits": limits}))
    hidden = bundle.pool[: package.problem.pool.draw]

    def try_one(name: str) -> Trial:
        about, source = sources[name]
        if name in package.equivalent:
            return Trial(name, about, "equivalent", "")
        report = grader.grade(limited, source.encode(), mode=Mode.SUBMIT, hidden=hidden, until_failure=True)
        if report.verdict is Verdict.INTERNAL_ERROR:
            return Trial(name, about, "failed", report.code, f"{name} could not be graded: {report.message}")
        if report.verdict is not Verdict.ACCEPTED:
            return Trial(name, about, "killed", report.code)
        return Trial(name, about, "survived", report.code, tell(name))

    trials = []
    progress(step, 0, len(sources))
    for trial in executor.map(try_one, sources):
        trials.append(trial)
        progress(step, len(trials), len(sources))
    return trials


def find_survivors(package: Package, trials: Iterable[Trial]) -> list[str]:
    """Return, in words, what trials say against a problem, and which lines of `equivalent.yaml` name none."""
    trials = list(trials)
    tried = {trial.name for trial in trials}
    stale = [
        f"{EQUIVALENT}: {name} is none of the mutants and fakes that are tried; take the line out"
        for name in package.equivalent
        if name not in tried
    ]
    found = [trial.finding for trial in trials if trial.finding is not None]
    more = [f"and {len(found) - SHOWN} more mutants and fakes"] if len(found) > SHOWN else []
    return [*stale, *found[:SHOWN], *more]


def _tell_mutant(package: Package, chosen: Mapping[str, Mutant], name: str) -> str:
    original = package.accepted[f"{name.partition(':')[0]}.py"]
    before, after = normalise(original).splitlines(), chosen[name].source.splitlines()
    lines = list(difflib.unified_diff(before, after, "accepted", "also accepted", n=1, lineterm=""))
    shown = "\n".join(f"      {line}" for line in lines[2:])
    about = f"the mutant {name} is accepted, so no case and no check notices this slip: {chosen[name].operator.about}"
    return f"{about}\n{shown}\n{_advise(name)}"


def _tell_fake(chosen: Mapping[str, Fake], name: str) -> str:
    about = f"the fake {name} is accepted, so no case and no check notices what it does: {chosen[name].maker.about}"
    return f"{about}\n{_advise(name)}"


def _advise(name: str) -> str:
    return (
        f'      Add a case or a check that does, or say in {EQUIVALENT} why it makes no difference:\n      "{name}": …'
    )
