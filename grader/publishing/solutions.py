"""Grades the author's solutions: accepted ones must be accepted, rejected ones must fail for their declared reason."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import TypeAdapter

from grader.package.files import Limits
from grader.publishing.earlier_checks import digest_judged, may_keep
from grader.publishing.refusals.tight_limits import MIN_TIME_FACTOR, find_tight_limit
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Bundle, Case
    from grader.package.files import LimitsSpec, Package
    from grader.publishing.context import PublishContext
    from grader.report import Report

    Kind = Literal["accepted", "rejected"]

REJECTED_TIME_FACTOR: Final = 2
"""The least ratio of an inferred time limit to the slowest case of a solution rejected for a reason other than time.

On a busy machine the same work can take twice as much processor time, because two threads share a core. Accepted
solutions get more room (`MIN_TIME_FACTOR`), since learners' right solutions may be slower than the author's.
"""
LEAST_SECONDS = 10.0
"""The minimum time limit that is inferred, in seconds."""
LEAST_MIB = 1536
"""The minimum memory limit that is inferred, in MiB: the default of an installation."""
MIB_STEP = 64
"""Inferred memory limits are multiples of this number of MiB."""


@dataclass(frozen=True)
class Solution:
    """The result of one of the author's solutions."""

    kind: Literal["accepted", "rejected"]
    name: str
    verdict: Verdict
    code: str
    slowest_s: float
    """The processor time of its slowest case, in seconds."""
    memory_mib: int | None
    """The memory that its sandbox used, with Python and JAX; None if unknown, or if the sandbox ended early."""
    finding: str | None
    """What is wrong with the result; None if it is as declared."""


SOLUTION: Final = TypeAdapter(Solution)


def try_solutions(
    context: PublishContext, bundle: Bundle, fresh: Sequence[Case] = (), *, rejected: bool = True
) -> list[Solution]:
    """Grade every solution, the accepted ones on `fresh` cases too; without `rejected`, only the accepted ones."""
    package, grader = context.package, context.grader
    tasks: list[tuple[Kind, str, str]] = [("accepted", name, text) for name, text in package.accepted.items()]
    tasks += [("rejected", name, text) for name, text in package.rejected.items() if rejected]

    judged = digest_judged(bundle)

    def try_one(task: tuple[Kind, str, str]) -> Solution:
        kind, name, text = task
        parts = _parts(judged, package, *task)
        kept = context.recall(*parts)
        if kept is not None:
            return SOLUTION.validate_json(kept)
        hidden = (*bundle.pool, *fresh) if kind == "accepted" else bundle.pool[: bundle.drawn]
        taken: list[int] = []
        seconds: list[float] = []
        decided: list[Case] = []
        told: dict[str, Any] = {"on_memory": taken.append, "on_seconds": seconds.append, "on_case": decided.append}
        report = grader.grade(bundle, text.encode(), mode=Mode.SUBMIT, hidden=hidden, **told)
        slowest = max(seconds, default=0.0)
        finding = _judge_solution(package, kind, name, report)
        if finding is not None:
            finding += "".join(_show_case(context, bundle, task, case, report, fresh) for case in decided)
            context.known(finding)
        tried = Solution(kind, name, report.verdict, report.code, slowest, max(taken, default=None), finding)
        if finding is None and may_keep(report.code) and (fresh or kind == "rejected"):
            context.keep(SOLUTION.dump_json(tried), *parts)
        return tried

    return context.map("solutions", try_one, tasks)


def are_known(context: PublishContext, bundle: Bundle) -> bool:
    """Return whether an earlier check found all accepted solutions accepted on these cases, and on fresh ones."""
    package, judged = context.package, digest_judged(bundle)
    return all(
        context.recall(*_parts(judged, package, "accepted", name, text)) is not None
        for name, text in package.accepted.items()
    )


def _parts(judged: str, package: Package, kind: Kind, name: str, text: str) -> tuple[str, ...]:
    """Return the data that the outcome of a solution depends on."""
    wanted = package.submissions.rejected[name] if kind == "rejected" else None
    return "solution", judged, kind, name, text, package.cases, package.reference, repr(wanted)


def list_findings(solutions: Sequence[Solution]) -> list[str]:
    """Return the findings about solutions."""
    return [solution.finding for solution in solutions if solution.finding is not None]


def _judge_solution(package: Package, kind: Kind, name: str, report: Report) -> str | None:
    got = f"{report.verdict} ({report.code}: {report.message})"
    if kind == "accepted":
        return None if report.verdict is Verdict.ACCEPTED else f"accepted/{name} got {got}"
    wanted = package.submissions.rejected[name]
    if report.verdict is wanted.verdict and report.code == wanted.code:
        return None
    return f"rejected/{name} declares {wanted.verdict} ({wanted.code}) and got {got}"


def _show_case(
    context: PublishContext,
    bundle: Bundle,
    task: tuple[Kind, str, str],
    case: Case,
    report: Report,
    fresh: Sequence[Case],
) -> str:
    """Return the lines that show an author the case that decided a verdict, with what learners don't see of it.

    The solution runs on this case alone, as on a sample; except on a hidden case of a sealed problem, which is answered
    by programs, and after a limit, which would take as long again.
    """
    kind, name, text = task
    seed = ", made with a fresh seed" if any(case is one for one in fresh) else ""
    head = f"\n      case {case.name}{f' ({case.label})' if case.label else ''}{seed}"
    concealed = bundle.manifest.checks.sealed is not None and case not in bundle.samples
    if may_keep(report.code) and not concealed:
        shown = context.grader.grade(replace(bundle, samples=(case,), pool=()), text.encode(), mode=Mode.RUN)
        if (shown.verdict, shown.code) == (report.verdict, report.code):
            lines = [head if shown.message == report.message else f"{head}: {shown.message}"]
            if shown.cases and (values := shown.cases[0].shown) is not None:
                lines += [f"in call {values.call + 1}: {values.inputs}", f"expected {values.expected}"]
                lines += [f"got {values.got}"]
            return "\n      ".join(lines)
    if seed:
        return head
    solution = f"{kind}/{name.removesuffix('.py')}"
    return f"{head}; `jaxdojo problem check {context.package.slug} --solution {solution} --case {case.name}` shows it"


def confirm_tight_limit(context: PublishContext, bundle: Bundle, solutions: Sequence[Solution]) -> list[str]:
    """Return a finding if the declared limit is too tight even when the slowest solution runs again, alone."""
    package = context.package
    accepted = [solution for solution in solutions if solution.kind == "accepted"]
    slowest, declared = max(accepted, key=lambda solution: solution.slowest_s), package.problem.limits.time_limit
    if not find_tight_limit(declared, slowest.slowest_s):
        return []
    source = package.accepted[slowest.name].encode()
    seconds = [slowest.slowest_s]
    context.grader.grade(bundle, source, mode=Mode.SUBMIT, hidden=bundle.pool, on_seconds=seconds.append)
    return find_tight_limit(declared, min(seconds))


def infer_limits(declared: LimitsSpec, tried: Limits, solutions: Sequence[Solution]) -> Limits:
    """Return the limits, as declared or inferred.

    The inferred time limit is `MIN_TIME_FACTOR` times the slowest case of an accepted solution, or
    `REJECTED_TIME_FACTOR` times that of a rejected one if this is more. Solutions that are rejected for their time
    don't count. The inferred memory limit is twice the most memory that an accepted solution used. Both are rounded
    up, and have minimums: `LEAST_SECONDS` and `LEAST_MIB`.
    """
    accepted = [solution for solution in solutions if solution.kind == "accepted"]
    time_s, memory_mib = tried.time_s, tried.memory_mib
    if declared.time_limit is None:
        needed = [_time_needed(one) for one in solutions if one.verdict is not Verdict.TIME_LIMIT_EXCEEDED]
        time_s = max(LEAST_SECONDS, float(math.ceil(max(needed))))
    taken = [solution.memory_mib for solution in accepted if solution.memory_mib is not None]
    if declared.memory is None and taken:
        memory_mib = max(LEAST_MIB, MIB_STEP * math.ceil(2 * max(taken) / MIB_STEP))
    return Limits(time_s=time_s, memory_mib=memory_mib)


def _time_needed(solution: Solution) -> float:
    """Return the time limit, in seconds, that keeps a solution's verdict the same on a busy machine."""
    return solution.slowest_s * (MIN_TIME_FACTOR if solution.kind == "accepted" else REJECTED_TIME_FACTOR)
