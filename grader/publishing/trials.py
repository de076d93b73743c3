"""Trials at publishing: sources generated from accepted solutions, all of which the problem must refuse.

Mutants are slips (`grader.publishing.mutants`), fakes are cheats (`grader.publishing.fakes`). If one is accepted, it
reveals a gap: no case and no check notices what is wrong with it. The author closes the gap, or says in
`equivalent.yaml` why it makes no relevant difference.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from grader.package.files import EQUIVALENT
from grader.publishing.earlier_checks import digest_judged, may_keep
from grader.publishing.fakes.choice import choose_fakes
from grader.publishing.mutants import choose_mutants
from grader.publishing.mutation import normalise
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from grader.bundle.contents import Bundle
    from grader.package.files import Package
    from grader.publishing.context import PublishContext
    from grader.publishing.fakes import Fake
    from grader.publishing.mutation import Mutant

    Tell = Callable[[str], str]
    """Returns the finding about an accepted trial with this name."""

CASE_SECONDS = 10.0
"""The time limit for a case of a trial, in seconds: a mutant that exceeds it counts as noticed."""
MAX_SHOWN = 8
"""The maximum number of survivors whose change is shown."""


@dataclass(frozen=True)
class Trial:
    """A mutant or a fake, and its result."""

    name: str
    """Solution, operator and place, `canonical:drop_jit.1`; or solution and maker, `canonical:fake.first_answer`."""
    about: str
    result: Literal["killed", "survived", "equivalent", "failed", "broken"]
    """`equivalent`: the author says so, so it was not tried. `failed`: the platform failed. `broken`: a fake raised an
    error, so it says nothing about the problem."""
    code: str
    """The reason code that it got; empty if it was not tried."""
    finding: str | None = None
    """The finding about the problem; None if there is none."""


def try_mutants(context: PublishContext, bundle: Bundle) -> tuple[list[Trial], int]:
    """Grade the mutants of a problem; return the trials, and the number of mutants that were not tried."""
    chosen, left = choose_mutants(context.package)
    sources = {name: (mutant.operator.about, mutant.source) for name, mutant in chosen.items()}
    tell = partial(_tell_mutant, context.package, chosen)
    return _try_all("mutants", sources, tell, context, bundle), left


def try_fakes(context: PublishContext, bundle: Bundle) -> list[Trial]:
    """Grade the fakes of a problem."""
    chosen = choose_fakes(context.package, bundle.samples, bundle.pool)
    sources = {name: (fake.maker.about, fake.source) for name, fake in chosen.items()}
    tell = partial(_tell_fake, chosen)
    trials = _try_all("fakes", sources, tell, context, bundle)
    return [
        replace(trial, result="broken") if trial.result == "killed" and trial.code.startswith("error.") else trial
        for trial in trials
    ]


def _try_all(
    step: str, sources: Mapping[str, tuple[str, str]], tell: Tell, context: PublishContext, bundle: Bundle
) -> list[Trial]:
    """Grade sources, given with descriptions, in the same way as submissions, each up to its first failed case.

    Each gets the samples and as many hidden cases as a submission.
    """
    package, grader = context.package, context.grader
    limits = bundle.manifest.limits.model_copy(update={"time_s": min(CASE_SECONDS, bundle.manifest.limits.time_s)})
    limited = replace(bundle, manifest=bundle.manifest.model_copy(update={"limits": limits}))
    hidden = bundle.pool[: bundle.drawn]
    judged = digest_judged(limited)

    def try_one(name: str) -> Trial:
        about, source = sources[name]
        if name in package.equivalent:
            return Trial(name, about, "equivalent", "")
        killed = context.recall("trial", judged, source)
        if killed is not None:
            return Trial(name, about, "killed", killed.decode())
        report = grader.grade(limited, source.encode(), mode=Mode.SUBMIT, hidden=hidden, until_failure=True)
        if report.verdict is Verdict.INTERNAL_ERROR:
            return Trial(name, about, "failed", report.code, f"{name} could not be graded: {report.message}")
        if report.verdict is not Verdict.ACCEPTED:
            if may_keep(report.code):
                context.keep(report.code.encode(), "trial", judged, source)
            return Trial(name, about, "killed", report.code)
        return Trial(name, about, "survived", report.code, tell(name))

    return context.map(step, try_one, sources)


def find_survivors(package: Package, trials: Iterable[Trial]) -> list[str]:
    """Return findings about trials that were accepted, and about lines of `equivalent.yaml` that name no trial."""
    trials = list(trials)
    tried = {trial.name for trial in trials}
    stale = [
        f"{EQUIVALENT}: {name} is not among the mutants and fakes that are tried; remove the line"
        for name in package.equivalent
        if name not in tried
    ]
    found = [trial.finding for trial in trials if trial.finding is not None]
    more = [f"and {len(found) - MAX_SHOWN} more mutants and fakes"] if len(found) > MAX_SHOWN else []
    return [*stale, *found[:MAX_SHOWN], *more]


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
