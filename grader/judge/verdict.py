"""Turns the evidence of cases into case reports, and the reports into one verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from pydantic import ValidationError

from grader.judge import explain
from grader.judge.checks import CHECKS, verdict_of
from grader.judge.checks.view import CallView, CaseView, ForgedEvidenceError, Study
from grader.judge.compare import ORDER as MATCH_ORDER
from grader.judge.compare import describe, to_numpy
from grader.judge.evidence import CaseEvidence
from grader.protocol import Array, Body, Build, Make, ProtocolError, Value, ValueReader
from grader.report import CallReport, CaseReport, CheckResult, CheckSummary, Segment, Shown, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grader.bundle.contents import Case, Manifest
    from grader.judge.evidence import CallEvidence, CheckerFinding, FinalEvidence, SegmentEvidence
    from grader.protocol import Frame

    Checker = Callable[[CaseView], CheckerFinding | None]

ORDER = [
    Verdict.TAMPERING,
    Verdict.RUNTIME_ERROR,
    Verdict.MEMORY_LIMIT_EXCEEDED,
    Verdict.INVALID_OUTPUT,
    Verdict.WRONG_ANSWER,
    Verdict.WRONG_STRUCTURE,
    Verdict.ACCEPTED,
]
"""The precedence of verdicts: of several, the first in this list counts."""
CAUSES = {
    *("prng.parent", "prng.repeated", "prng.returned", "prng.reused"),
    *("roundtrip.lost", "state.not_changed", "state.params_changed", "state.param_lost", "final_state.value"),
}
"""The codes of other checks that explain wrong numbers."""
MATCHES = [match.value for match in MATCH_ORDER]
MAX_SHOWN = 600
KEPT_SEGMENTS = 12


def judge_case(
    manifest: Manifest, case: Case, frame: Frame, *, hidden: bool, checker: Checker | None = None
) -> tuple[CaseReport, CaseEvidence]:
    """Judge one CASE frame; raise `ForgedEvidenceError` if it is malformed.

    `checker` is the problem's own, if it has one; its `CheckerFailedError` is passed on.
    """
    try:
        evidence = CaseEvidence.model_validate(frame.header)
        view = _view_case(manifest, case, frame, evidence, hidden=hidden)
    except (ValidationError, ProtocolError) as error:
        raise ForgedEvidenceError(str(error)) from error
    seconds = evidence.seconds
    if evidence.error is not None and len(evidence.calls) >= len(case.calls):
        raise ForgedEvidenceError("a case has all its calls, and an error")
    if evidence.error is None:
        if len(evidence.calls) != len(case.calls):
            raise ForgedEvidenceError("a case ended early without an error")
        return report_case(view, list(manifest.checks.declared()), checker, seconds), evidence
    verdict, code, message, line = explain.explain_error(evidence.error, hidden=hidden)
    checks = [CheckResult(check="runs", passed=False, code=code, message=message, line=line)]
    return _report_case(view, verdict, checks, seconds), evidence


def report_case(
    view: CaseView, names: Sequence[str], checker: Checker | None = None, seconds: float = 0.0
) -> CaseReport:
    """Run the checks named `names` on a case whose calls are done, and report them; the case took `seconds`."""
    if checker is not None:
        view = replace(view, finding=checker(view))
    specs = view.manifest.checks.declared()
    checks = _tell_cause([CHECKS[name].judge(specs[name], view) for name in specs if name in names])
    verdict = min((verdict_of(check) for check in checks), key=ORDER.index)
    return _report_case(view, verdict, checks, seconds)


def _report_case(view: CaseView, verdict: Verdict, checks: list[CheckResult], seconds: float) -> CaseReport:
    case, hidden = view.case, view.hidden
    return CaseReport(
        name=case.name,
        label=case.label,
        hidden=hidden,
        verdict=verdict,
        seconds=seconds,
        checks=checks,
        calls=[report for call in view.calls for report in _report_call(call.asked.label, call.evidence)],
        shown=None if hidden or not view.calls else _show(view.calls, checks),
    )


def _tell_cause(checks: list[CheckResult]) -> list[CheckResult]:
    """Return the results of a case; if another check knows why numbers are wrong, its words come first in `values`."""
    cause = next((check for check in checks if not check.passed and check.code in CAUSES), None)
    if cause is None:
        return checks
    return [
        check.model_copy(update={"message": f"{cause.message} {check.message}", "line": cause.line})
        if check.code == "values.mismatch"
        else check
        for check in checks
    ]


def decide(cases: list[CaseReport]) -> tuple[Verdict, CheckResult | None]:
    """Return the verdict over all cases, and the check result that gives its reason (None if accepted)."""
    verdict = min((case.verdict for case in cases), key=ORDER.index)
    if verdict is Verdict.ACCEPTED:
        return verdict, None
    failing = [check for case in cases if case.verdict is verdict for check in case.checks if not check.passed]
    return verdict, next(check for check in failing if check.check == "runs" or verdict_of(check) is verdict)


def summarise(cases: list[CaseReport]) -> list[CheckSummary]:
    """Return a summary of each check's results over all cases."""
    summaries = []
    names = dict.fromkeys(check.check for case in cases for check in case.checks)
    for name in names:
        results = [(case, check) for case in cases for check in case.checks if check.check == name]
        failed = [(case, check) for case, check in results if not check.passed]
        shown = failed[0][1] if failed else results[0][1]
        if name == "values" and not failed:
            shown = max((check for _, check in results), key=lambda check: MATCHES.index(str(check.data["match"])))
        summaries.append(
            CheckSummary(
                check=name,
                passed=not failed,
                code=shown.code,
                message=shown.message,
                line=shown.line,
                cases=len(results),
                failed=[case.name for case, _ in failed],
            )
        )
    return summaries


def _view_case(manifest: Manifest, case: Case, frame: Frame, evidence: CaseEvidence, *, hidden: bool) -> CaseView:
    reader = ValueReader(frame.payload)
    calls = []
    for asked, found in zip(case.calls, evidence.calls, strict=False):
        fields = found.roundtrip.fields if found.roundtrip is not None else {}
        roundtrip = {name: reader.read(node) for name, node in fields.items()}
        final = _read_models(found.final, reader)
        followed = found.followed
        calls.append(
            CallView(
                asked,
                reader.read(found.output),
                found,
                roundtrip,
                final,
                reader.read(followed.output) if followed is not None else None,
                _read_models(followed.final, reader) if followed is not None else {},
            )
        )
    studies = {name: Study(reader.read(study.found), study.error) for name, study in evidence.studies.items()}
    draw = bytes.fromhex(evidence.draw) if evidence.draw is not None else None
    return CaseView(manifest, case, tuple(calls), hidden, studies, draw=draw)


def _read_models(final: FinalEvidence | None, reader: ValueReader) -> dict[str, Value]:
    return {name: reader.read(node) for name, node in final.values.items()} if final is not None else {}


def _report_call(label: str, evidence: CallEvidence) -> list[CallReport]:
    """Return the calls to draw: those of the jitted function if it was seen, otherwise the entry point's."""
    if evidence.inner:
        reports = []
        for number, inner in enumerate(evidence.inner[:16], start=1):
            segments = evidence.segments[inner.start : inner.stop]
            name = f"{label}: {inner.name}, call {number}"
            reports.append(report_segments(name, inner.seconds, inner.traces, segments))
        return reports
    return [report_segments(label, evidence.seconds, len(evidence.traces), evidence.segments)]


def report_segments(label: str, seconds: float, traces: int, segments: list[SegmentEvidence]) -> CallReport:
    """Return a call with JAX's largest segments one by one, the sum of the others of each kind, and its execution."""
    largest = sorted(segments, key=lambda s: (s.line is not None, s.ms), reverse=True)[:KEPT_SEGMENTS]
    kept = [
        Segment(kind=s.kind, ms=round(s.ms, 4), name=s.name, line=s.line, cached=s.cached)
        for s in segments
        if s in largest
    ]
    for kind in ("trace", "lower", "compile"):
        rest = sum(s.ms for s in segments if s not in largest and s.kind == kind)
        if rest:
            kept.append(Segment(kind=kind, ms=round(rest, 4), name="other operations"))
    spent = sum(s.ms for s in segments)
    kept.append(Segment(kind="execute", ms=round(max(seconds * 1e3 - spent, 0.0), 4)))
    return CallReport(label=label, seconds=seconds, traces=traces, segments=kept)


def _show(calls: Sequence[CallView], checks: Sequence[CheckResult]) -> Shown:
    """Return the values of the first wrong call, or of the first call if none is wrong."""
    wrong = next((check.data.get("call") for check in checks if check.check == "values"), None)
    number = wrong if isinstance(wrong, int) and wrong < len(calls) else 0
    call = calls[number]
    inputs = ", ".join(f"{name} = {show_value(value)}" for name, value in call.asked.args.items())
    return Shown(inputs=inputs, expected=show_value(call.asked.expected), got=show_value(call.output), call=number)


def show_value(value: Value) -> str:
    """Return a value as short text, in the form in which a learner would write it."""
    match value:
        case Array():
            text = np.array2string(to_numpy(value), precision=6, separator=", ", threshold=64, max_line_width=88)
            text = f"{describe(value)} {text}" if value.shape else f"{describe(value)} {to_numpy(value)[()]!s}"
        case Body():
            text = value.name
        case Make() | Build():
            text = f"{value.name}({', '.join(f'{name}={show_value(field)}' for name, field in value.fields.items())})"
        case tuple():
            text = f"({_join(map(show_value, value))}{',' if len(value) == 1 else ''})"
        case list():
            text = f"[{_join(map(show_value, value))}]"
        case dict():
            text = f"{{{_join(f'{key!r}: {show_value(item)}' for key, item in value.items())}}}"
        case _:
            text = repr(value)
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + " …"


def _join(texts: Iterable[str]) -> str:
    """Return the texts with commas between them, as far as they are shown: an answer may have thousands of parts."""
    taken: list[str] = []
    length = 0
    for text in texts:
        taken.append(text)
        length += len(text)
        if length > MAX_SHOWN:
            break
    return ", ".join(taken)
