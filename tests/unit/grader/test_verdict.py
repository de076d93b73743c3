"""From evidence to a verdict: which of several counts, what a summary says, and what is refused as forged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

from grader.judge.checks import verdict_of
from grader.judge.checks.view import ForgedEvidenceError
from grader.judge.verdict import decide, judge_case, show_value, summarise
from grader.protocol import Array, Frame, FrameKind, Make, Value
from grader.report import CaseReport, CheckResult, Verdict, find_score
from tests.unit.grader.factories import (
    JSON,
    make_call,
    make_case,
    make_error,
    make_evidence,
    make_frame,
    make_manifest,
    make_module,
    make_trace,
    make_wrapper,
    pack,
)

if TYPE_CHECKING:
    from collections.abc import Callable

V = Verdict
OUTPUTS: list[Value] = [pack(1, 4), pack(3, 4)]


def check(code: str, *, passed: bool = False, name: str | None = None, data: JSON | None = None) -> CheckResult:
    name = name or code.partition(".")[0]
    return CheckResult(check=name, passed=passed, code=code, message=f"about {code}", data=data or {})


def values_ok(error: float = 0.0) -> CheckResult:
    return check("values.ok", passed=True, data={"match": "bit_equal", "scaled_error_eps": error, "max_ulp": 0})


def report(name: str, verdict: Verdict, *checks: CheckResult) -> CaseReport:
    return CaseReport(name=name, label="", hidden=False, verdict=verdict, seconds=0.0, checks=list(checks))


@pytest.mark.parametrize(
    ("result", "verdict"),
    [
        (check("values.ok", passed=True), V.ACCEPTED),
        (check("values.shape"), V.INVALID_OUTPUT),
        (check("values.dtype"), V.INVALID_OUTPUT),
        (check("values.structure"), V.INVALID_OUTPUT),
        (check("values.not_finite"), V.WRONG_ANSWER),
        (check("values.mismatch"), V.WRONG_ANSWER),
        (check("repeat.differs"), V.WRONG_ANSWER),
        (check("jit.calls"), V.WRONG_STRUCTURE),
        (check("inputs.changed"), V.WRONG_STRUCTURE),
    ],
)
def test_the_verdict_of_one_check(result: CheckResult, verdict: Verdict) -> None:
    assert verdict_of(result) is verdict


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (V.RUNTIME_ERROR, V.MEMORY_LIMIT_EXCEEDED),
        (V.RUNTIME_ERROR, V.INVALID_OUTPUT),
        (V.INVALID_OUTPUT, V.WRONG_ANSWER),
        (V.WRONG_ANSWER, V.WRONG_STRUCTURE),
        (V.WRONG_STRUCTURE, V.ACCEPTED),
    ],
)
def test_the_worst_case_decides(worse: Verdict, better: Verdict) -> None:
    reasons = {
        V.RUNTIME_ERROR: check("error.exit", name="runs"),
        V.MEMORY_LIMIT_EXCEEDED: check("limit.memory", name="runs"),
        V.INVALID_OUTPUT: check("values.shape"),
        V.WRONG_ANSWER: check("values.mismatch"),
        V.WRONG_STRUCTURE: check("jit.calls"),
        V.ACCEPTED: values_ok(),
    }
    cases = [report("a", better, reasons[better]), report("b", worse, reasons[worse]), report("c", worse, values_ok())]
    assert decide(cases) == (worse, reasons[worse])


def test_the_reason_is_of_the_verdict_and_not_merely_the_first_failure() -> None:
    cases = [report("a", V.WRONG_ANSWER, check("jit.calls"), check("repeat.differs"), check("values.mismatch"))]
    assert decide(cases)[1] == check("repeat.differs")
    assert decide([report("a", V.ACCEPTED, values_ok())]) == (V.ACCEPTED, None)


def test_an_exception_at_tracing_gives_the_reason_beside_wrong_numbers() -> None:
    raised = check("sealed.raised")
    assert decide([report("a", V.RUNTIME_ERROR, check("values.mismatch"), raised)]) == (V.RUNTIME_ERROR, raised)


def test_the_score_is_the_least_of_those_that_compare_with_the_reference() -> None:
    def rate(value: float) -> CheckResult:
        return check("cost.ok").model_copy(update={"passed": True, "score": value})

    assert (
        find_score([report("a", V.ACCEPTED, values_ok(), rate(2)), report("b", V.ACCEPTED, values_ok(), rate(0.5))])
        == 0.5
    )
    assert find_score([report("a", V.ACCEPTED, values_ok(), rate(1.5)), report("b", V.ACCEPTED, rate(1.25))]) == 1.25
    assert find_score([report("a", V.ACCEPTED, values_ok())]) == find_score([]) == 1.0


def test_a_summary_has_one_line_for_each_check() -> None:
    near, far = values_ok(1.0), values_ok(3.0).model_copy(update={"message": "farthest"})
    cases = [
        report("a", V.ACCEPTED, far, check("traces.ok", passed=True)),
        report("b", V.WRONG_STRUCTURE, near, check("traces.never")),
        report("c", V.WRONG_STRUCTURE, near, check("traces.too_few")),
    ]
    values, traces = summarise(cases)
    assert (values.passed, values.code, values.message, values.cases, values.failed) == (
        True,
        "values.ok",
        "farthest",
        3,
        [],
    )
    assert (traces.passed, traces.code, traces.cases, traces.failed) == (False, "traces.never", 3, ["b", "c"])
    assert summarise([]) == []


def test_an_error_ends_a_case_and_keeps_the_calls_before_it() -> None:
    frame = make_frame([make_evidence()], [pack(1, 4)], error=make_error())
    found, evidence = judge_case(make_manifest(), make_case(), frame, hidden=False)
    assert found.verdict is V.RUNTIME_ERROR
    assert [(one.check, one.code, one.line) for one in found.checks] == [("runs", "error.exception", 4)]
    assert len(found.calls) == 1
    assert evidence.error is not None
    first = make_frame([], [], error=make_error(type="MemoryError", bases=["MemoryError"]))
    assert judge_case(make_manifest(), make_case(), first, hidden=False)[0].verdict is V.MEMORY_LIMIT_EXCEEDED


def test_samples_are_shown_and_hidden_cases_are_not() -> None:
    frame = make_frame([make_evidence()] * 2, OUTPUTS)
    sample, _ = judge_case(make_manifest(), make_case(), frame, hidden=False)
    hidden, _ = judge_case(make_manifest(), make_case(), frame, hidden=True)
    assert sample.shown is not None
    assert sample.shown.inputs == "x = float32[2] [1., 2.], box = Box(scale=3), count = 2.0"
    assert (sample.shown.expected, sample.shown.got) == ("float32[2] [1., 4.]",) * 2
    assert sample.shown.call == 0
    assert hidden.shown is None


@pytest.mark.parametrize("outputs", [[OUTPUTS[0], pack(3, 5)], [OUTPUTS[0], pack(3, 5, 7)]])
def test_the_call_whose_values_are_wrong_is_shown(outputs: list[Value]) -> None:
    found, _ = judge_case(make_manifest(), make_case(), make_frame([make_evidence()] * 2, outputs), hidden=False)
    assert found.shown is not None
    assert (found.shown.call, found.shown.expected) == (1, "float32[2] [3., 4.]")
    assert found.shown.got == show_value(outputs[1])
    assert found.shown.inputs.startswith("x = float32[2] [3., 2.]")


def test_the_call_whose_output_could_not_be_sent_is_shown() -> None:
    evidence = [make_evidence(), make_evidence(unsendable="A set was returned")]
    found, _ = judge_case(make_manifest(), make_case(), make_frame(evidence, [OUTPUTS[0], None]), hidden=False)
    assert found.shown is not None
    assert found.shown.call == 1


def test_time_is_split_into_jaxs_pieces_and_the_rest() -> None:
    segments = [{"kind": "trace", "name": f"f{i}", "ms": float(i), "line": None} for i in range(1, 21)]
    frame = make_frame([make_evidence(segments=segments)], [pack(1, 4)])
    found, _ = judge_case(make_manifest(), make_case(make_call()), frame, hidden=True)
    (call,) = found.calls
    assert (call.label, call.seconds, call.traces) == ("plain", 0.25, 1)
    assert [(s.kind, s.name, s.ms) for s in call.segments[-2:]] == [
        ("trace", "other operations", 36.0),
        ("execute", "", 40.0),
    ]
    assert sum(s.ms for s in call.segments) == 250.0


def test_calls_of_the_jitted_function_are_shown_where_they_were_seen() -> None:
    segments = [{"kind": "compile", "name": "fwd", "ms": 10.0, "line": 8}]
    inner = [
        {"name": "fwd", "seconds": 0.02, "traces": 1, "start": 0, "stop": 1},
        {"name": "fwd", "seconds": 0.001, "traces": 0, "start": 1, "stop": 1},
    ]
    frame = make_frame([make_evidence(segments=segments, inner=inner)], [pack(1, 4)])
    found, _ = judge_case(make_manifest(), make_case(make_call()), frame, hidden=True)
    assert [(call.label, call.traces, [s.kind for s in call.segments]) for call in found.calls] == [
        ("plain: fwd, call 1", 1, ["compile", "execute"]),
        ("plain: fwd, call 2", 0, ["execute"]),
    ]


def sound(**changes: object) -> Frame:
    return make_frame([make_evidence(**changes), make_evidence()], OUTPUTS)


FORGED: dict[str, Callable[[], Frame]] = {
    "an unknown key": lambda: make_frame([make_evidence()] * 2, OUTPUTS, verdict="accepted"),
    "an unknown key of a call": lambda: sound(passed=True),
    "a negative time": lambda: sound(seconds=-1.0),
    "an endless time": lambda: sound(seconds=float("inf")),
    "a text for a number": lambda: sound(seconds="0.1"),
    "a number for a truth": lambda: sound(state={"graphdef": 1, "params": True}),
    "a missing key": lambda: Frame(FrameKind.CASE, {"index": 0, "calls": [{}], "error": None}),
    "no calls": lambda: Frame(FrameKind.CASE, {"index": 0, "error": None}),
    "a negative index": lambda: make_frame([make_evidence()] * 2, OUTPUTS, index=-1),
    "a call too few": lambda: make_frame([make_evidence()], OUTPUTS[:1]),
    "a call too many": lambda: make_frame([make_evidence()] * 3, [*OUTPUTS, None]),
    "none of the calls": lambda: make_frame([], []),
    "an error and more calls than there are": lambda: make_frame(
        [make_evidence()] * 3, [*OUTPUTS, None], error=make_error()
    ),
    "an error that is no error": lambda: make_frame([], [], error={"type": "X"}),
    "a long message": lambda: make_frame([], [], error=make_error(message="x" * 4001)),
    "a long name": lambda: sound(wrappers=[make_wrapper(name="x" * 301)]),
    "another wrapper": lambda: sound(wrappers=[make_wrapper(kind="jax.pmap")]),
    "a huge line": lambda: sound(traces=[make_trace(line=10**9)]),
    "too many traces": lambda: sound(traces=[make_trace()] * 201),
    "too many modules": lambda: sound(modules=[make_module()] * 201),
    "a made-up kind of time": lambda: sound(segments=[{"kind": "sleep", "name": "", "ms": 1.0, "line": None}]),
    "an input that was hidden": lambda: sound(inputs={"parameter": "x", "what": "hidden"}),
    "a field that is no value": lambda: sound(
        roundtrip={"error": None, "fields": {"scale": {"t": "set"}}, "same_structure": True}
    ),
    "an array outside of the payload": lambda: Frame(
        FrameKind.CASE,
        {
            "index": 0,
            "calls": [make_evidence(output={"t": "array", "dtype": "int8", "shape": [9], "at": 0})] * 2,
            "error": None,
        },
    ),
    "an output that is no value": lambda: Frame(
        FrameKind.CASE, {"index": 0, "calls": [make_evidence(output=[1.5])] * 2, "error": None}
    ),
    "an integer that is none": lambda: Frame(
        FrameKind.CASE, {"index": 0, "calls": [make_evidence(output={"t": "int", "v": "--1"})] * 2, "error": None}
    ),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_forged_evidence_is_refused(forge: Callable[[], Frame]) -> None:
    with pytest.raises(ForgedEvidenceError):
        judge_case(make_manifest(), make_case(), forge(), hidden=False)


@pytest.mark.parametrize(
    "changes",
    [
        {"called": [5, -1]},
        {"called": [0] * 2000},
        {"inner": [{"name": "f", "seconds": 1.0, "traces": 0, "start": 9, "stop": 3}]},
        {"wrappers": [make_wrapper(number=7)] * 200},
        {"modules": [], "called": [], "traces": [], "wrappers": [], "state": None, "roundtrip": None},
        {"unsendable": "x"},
    ],
    ids=[
        "unknown numbers",
        "many calls",
        "a range that ends early",
        "numbers twice",
        "nothing",
        "both",
    ],
)
def test_evidence_that_contradicts_itself_is_judged(changes: dict[str, Any]) -> None:
    """Contradictory evidence can only lose: no lie from a sandbox may raise an exception in the judge."""
    found, _ = judge_case(make_manifest(), make_case(), sound(**changes), hidden=False)
    assert found.verdict is not V.ACCEPTED or "inner" in changes


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (pack(1, 2.5), "float32[2] [1. , 2.5]"),
        (Array("bfloat16", (), b"\x80\x3f"), "bfloat16[] 1"),
        (Make("Box", {"scale": 1}), "Box(scale=1)"),
        ((1, "a", None), "(1, 'a', None)"),
        ((1,), "(1,)"),
        ({"k": [True]}, "{'k': [True]}"),
        ("x" * 700, repr("x" * 700)[:600] + " …"),
        (-0.0, "-0.0"),
    ],
)
def test_show_value(value: Value, text: str) -> None:
    assert show_value(value) == text


def test_large_arrays_are_shown_in_part() -> None:
    assert "..." in show_value(Array("int8", (1000,), bytes(1000)))


def test_of_an_answer_with_very_many_parts_only_those_that_are_shown_are_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = Mock(return_value="int8[1]")
    monkeypatch.setattr("grader.judge.verdict.describe", written)
    row: list[Value] = [Array("int8", (1,), b"1")] * 10_000
    assert show_value([row] * 10_000).endswith(" …")
    assert written.call_count < 1000
    assert len(show_value(Array("int8", (1000,), bytes(1000)))) < 100
