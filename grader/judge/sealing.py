"""Combines what the learner's sandbox and the referee report about a sealed case, and judges it like any other case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.judge.checks import CHECKS
from grader.judge.checks.sealed import NO_ANSWER
from grader.judge.checks.view import CallView, CaseView, ForgedEvidenceError, Study
from grader.judge.evidence import CallEvidence, CaseEvidence, ErrorEvidence
from grader.judge.verdict import report_case

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case, Manifest
    from grader.judge.programs import Cost, Facts, Refused
    from grader.judge.verdict import Checker
    from grader.protocol import Value
    from grader.report import CaseReport

JUDGED = ("values", "checker", "sealed", "body", "cost", "gradients")
"""The checks that are made of a sealed case. The others look at calls, and a sealed case has none."""


@dataclass(frozen=True)
class Ran:
    """The result of one call's program: an `error` of the submission, or what the program contains and returned."""

    error: ErrorEvidence | None
    facts: Facts | None
    refused: Refused | None
    output: Value
    seconds: float
    cost: Cost | None = None


@dataclass(frozen=True)
class SealedCase:
    """The results of a case's programs: one for each call, and for growth the pairs of size and operations.

    `derived` and `derived_growth` are about the programs of the calls' derivatives, if these are checked.
    """

    ran: tuple[Ran, ...]
    growth: tuple[tuple[int, int], ...]
    derived: tuple[Ran, ...] = ()
    derived_growth: tuple[tuple[int, int], ...] = ()


def judge_sealed_case(
    manifest: Manifest,
    case: Case,
    sealed: SealedCase,
    index: int,
    checker: Checker | None = None,
) -> tuple[CaseReport, CaseEvidence]:
    """Judge the hidden case with this index by the results of its programs."""
    ran = sealed.ran
    error = next((one.error for one in ran if one.error is not None), None)
    refused = next((one.refused for one in (*ran, *sealed.derived) if one.refused is not None), None)
    programs = [one.facts.model_dump() for one in ran if one.facts is not None]
    found = {
        "programs": programs,
        "refused": refused and refused.model_dump(),
        "growth": [list(one) for one in sealed.growth],
        "derived_growth": [list(one) for one in sealed.derived_growth],
    }
    calls = tuple(CallView(asked, one.output, _tell_call(one), {}) for asked, one in zip(case.calls, ran, strict=True))
    study = Study(None, error) if error is not None else Study(found, None)  # type: ignore[arg-type]  # is JSON
    studies = {"sealed": study, "cost": study_cost(ran), "gradients": study_gradients(sealed.derived)}
    view = CaseView(manifest, case, calls, hidden=True, studies=studies)
    spec = manifest.checks.sealed
    if spec is None:
        raise AssertionError("only sealed problems have sealed cases")
    first = CHECKS["sealed"].judge(spec, view)
    answered = isinstance(case.studies.get("sealed"), dict)  # older bundles lack the reference's findings
    left_out = set[str]() if answered else {"cost", "gradients"}
    names = [name for name in JUDGED if getattr(manifest.checks, name) is not None and name not in left_out]
    names = ["sealed"] if first.code in NO_ANSWER else names
    evidence = CaseEvidence(index=index, calls=[call.evidence for call in calls], error=None)
    return report_case(view, names, checker, sum(one.seconds for one in ran)), evidence


def study_cost(ran: Sequence[Ran]) -> Study:
    """Return what the check `cost` examines: the figures of the last call's program."""
    cost = ran[-1].cost
    if cost is None:
        return Study(None, None)
    if cost.flops is None:
        return Study(None, ErrorEvidence(type="UnboundedLoopError", bases=[], message="", frames=[], own=False))
    figures: Value = {"flops": cost.flops, "bytes_accessed": None, "temp_bytes": cost.temp_bytes}
    return Study({"figures": figures, "answer": ran[-1].output}, None)


def study_gradients(derived: Sequence[Ran]) -> Study:
    """Return what the check `gradients` examines: each call's derivatives, without finite differences."""
    error = next((one.error for one in derived if one.error is not None), None)
    if error is not None:
        return Study(None, error)
    return Study([{**one.output, "numeric": []} if isinstance(one.output, dict) else None for one in derived], None)


def fill_in(template: Value, leaves: Sequence[Value]) -> Value:
    """Return a result: `template`, with each index in it replaced by the flat result at that index."""
    match template:
        case bool():
            raise ForgedEvidenceError("a result that is not made of flat results")
        case int() if 0 <= template < len(leaves):
            return leaves[template]
        case list():
            return [fill_in(item, leaves) for item in template]
        case tuple():
            return tuple(fill_in(item, leaves) for item in template)
        case dict():
            return {name: fill_in(item, leaves) for name, item in template.items()}
        case None:
            return None
    raise ForgedEvidenceError("a result that is not made of flat results")


def _tell_call(ran: Ran) -> CallEvidence:
    """Return the evidence of a call that was not made: only the functions in its program's holes."""
    bodies = [hole.as_calls() for hole in ran.facts.holes] if ran.facts is not None else []
    return CallEvidence(
        output=None,
        unsendable=None,
        seconds=ran.seconds,
        inputs=None,
        state=None,
        roundtrip=None,
        traces=[],
        segments=[],
        wrappers=[],
        called=[],
        modules=[],
        inner=[],
        bodies=bodies,
    )
