"""Names the likely cause when all accepted solutions fail alike: the reference is wrong, or a limit is too small."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from grader.errors import PublishRefusedError
from grader.judge.compare import Match, compare
from grader.package.specs import Checks
from grader.publishing.answers import answer_with
from grader.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Bundle, Case
    from grader.package.files import LimitsSpec
    from grader.protocol import Value
    from grader.publishing.context import PublishContext
    from grader.publishing.solutions import Solution

LEAST_WITNESSES: Final = 2
"""The minimum number of solutions that must agree against the reference, since a single one may itself be wrong."""


def find_suspects(context: PublishContext, bundle: Bundle, solutions: Sequence[Solution]) -> list[str]:
    """Return a finding if all accepted solutions fail for a reason that lies in none of their own sources."""
    accepted = [solution for solution in solutions if solution.kind == "accepted"]
    verdicts = {solution.verdict for solution in accepted}
    if len(verdicts) != 1:
        return []
    verdict = verdicts.pop()
    if verdict is Verdict.WRONG_ANSWER and len(accepted) >= LEAST_WITNESSES:
        return _suspect_reference(context, bundle, [solution.name for solution in accepted])
    return _suspect_limit(context.package.problem.limits, verdict)


def _suspect_limit(limits: LimitsSpec, verdict: Verdict) -> list[str]:
    """Return a finding if every accepted solution exceeds a declared limit."""
    declared = {
        Verdict.TIME_LIMIT_EXCEEDED: ("limits.time_limit", limits.time_limit, "s"),
        Verdict.MEMORY_LIMIT_EXCEEDED: ("limits.memory", limits.memory, "MiB"),
    }
    key, limit, unit = declared.get(verdict, ("", None, ""))
    if limit is None:
        return []
    told = f"problem.yaml, {key}: every accepted solution needs more than {limit:g} {unit} for a case"
    return [f"{told}; declare more, or take the key out to have it inferred"]


def _suspect_reference(context: PublishContext, bundle: Bundle, names: Sequence[str]) -> list[str]:
    """Return a finding if the accepted solutions agree with each other, but not with the reference."""
    package, spec = context.package, bundle.manifest.checks.values
    if spec is None:
        return []
    cases = (*bundle.samples, *bundle.pool[: bundle.drawn])
    checks = Checks(sharding=bundle.manifest.checks.sharding)
    unwatched = replace(bundle, manifest=bundle.manifest.model_copy(update={"checks": checks}))
    try:
        answers = [answer_with(context, unwatched, package.accepted[name], cases) for name in names]
    except PublishRefusedError:  # one of them raises, which is reported already
        return []

    def agree(one: Sequence[Value], other: Sequence[Value]) -> bool:
        return all(
            compare(got, wanted, spec.tolerance).match is not Match.WRONG
            for got, wanted in zip(one, other, strict=True)
        )

    first, *others = answers
    if not all(agree(got, wanted) for other in others for got, wanted in zip(other, first, strict=True)):
        return []
    case = next((case for case, got in zip(cases, first, strict=True) if not agree(got, _expected(case))), None)
    if case is None:
        return []
    command = f"jaxdojo problem check {package.slug} --solution reference --case {case.name}"
    told = f"reference.py is the suspect: all {len(names)} accepted solutions agree with each other and not with it"
    return [f"{told}, first on case {case.name}; run `{command}`"]


def _expected(case: Case) -> list[Value]:
    return [call.expected for call in case.calls]
