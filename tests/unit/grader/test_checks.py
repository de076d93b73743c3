"""Each reason code of each check, reached by changing one thing in the evidence of a sound solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.judge.checks import CHECKS
from grader.judge.verdict import judge_case
from grader.package.specs import Checks
from grader.package.specs.outputs import RepeatSpec
from grader.package.specs.structure import NnxStateSpec
from grader.report import CheckResult, Verdict
from tests.unit.grader.factories import (
    ALL_CHECKS,
    JSON,
    make_call,
    make_case,
    make_error,
    make_evidence,
    make_frame,
    make_manifest,
    make_module,
    make_segment,
    make_trace,
    make_wrapper,
    pack,
)
from tests.unit.grader.findings import (
    MODEL_FINDINGS,
    PROGRAM_FINDINGS,
    STATE_FINDINGS,
    VALUE_FINDINGS,
    Finding,
    changed,
)

if TYPE_CHECKING:
    from grader.bundle.contents import Case
    from grader.protocol import Value

WRONG = [Verdict.WRONG_STRUCTURE, Verdict.WRONG_ANSWER, Verdict.INVALID_OUTPUT]
MISS = "TRACING CACHE MISS at solution.py:20:4 (forward):\n"
NEVER_SEEN = MISS + "  never seen function:\n    run id=1 defined at solution.py:3\n"
SILENT = MISS + "  for run defined at solution.py:3\n  cache miss explanation unavailable\n"
OTHER_AUX = (
    MISS
    + "  for run defined at solution.py:3\n  different input pytree:\n  * at input path [0][0], now <class 'Box'> with "
    "pytree metadata (<Aux object>,) and before <class 'Box'> with pytree metadata (<Aux object>,), so the pytree node "
    "metadata does not match\n"
)
STATIC_BOX = {"path": "box", "kind": "identity", "text": "Box"}
TRACED_ALWAYS = {"traces": [make_trace(name="run", line=3, entered=[])]}


EQUAL = make_case(make_call(1.0, label="first"), make_call(1.0, label="again"))
NEVER_AGAIN = make_case(make_call(1.0), make_call(3.0, label="again", traces=(0, 0)))
FREE = make_case(make_call(1.0, traces=None), make_call(3.0, traces=None))
ONLY_JIT = make_wrapper(kind="jax.jit", line=5)
REORDERED = ALL_CHECKS.model_copy(update={"repeat": RepeatSpec(reordered=True)})
EVERY_CALL = {"case": NEVER_AGAIN}

FINDINGS = {
    "another shape": Finding(
        "values.shape",
        "The output has shape (3,); (2,) is expected in call 1 (first).",
        Verdict.INVALID_OUTPUT,
        outputs=(pack(1, 4, 5), pack(3, 4)),
    ),
    "another dtype": Finding(
        "values.dtype",
        "The output has dtype float64; float32 is expected in call 2 (second).",
        Verdict.INVALID_OUTPUT,
        outputs=(pack(1, 4), pack(3, 4, dtype="float64")),
    ),
    "another structure": Finding(
        "values.structure",
        "The output is a tuple of 1; an array float32[2] is expected in call 1 (first).",
        Verdict.INVALID_OUTPUT,
        outputs=((pack(1, 4),), pack(3, 4)),
    ),
    "unsendable": Finding(
        "values.structure",
        "The result is a tracer in call 1 (first); float32[2] is expected.",
        Verdict.INVALID_OUTPUT,
        first={"unsendable": "the result is a tracer"},
    ),
    "not finite": Finding(
        "values.not_finite",
        "a NaN or an infinity where a finite number is expected in call 1 (first): `[0]` is nan, expected 1.0.",
        Verdict.WRONG_ANSWER,
        outputs=(pack(float("nan"), 4), pack(3, 4)),
    ),
    "other numbers": Finding(
        "values.mismatch",
        "The output differs from the expected values in call 2 (second): `[1]` is 5.0, expected 4.0.",
        Verdict.WRONG_ANSWER,
        outputs=(pack(1, 4), pack(3, 5)),
    ),
    "other numbers, hidden": Finding(
        "values.mismatch",
        "The output differs from the expected values in call 2 (second).",
        Verdict.WRONG_ANSWER,
        outputs=(pack(1, 4), pack(3, 5)),
        hidden=True,
    ),
    **VALUE_FINDINGS,
    "not the same twice": Finding(
        "repeat.differs",
        "Call 2 got the same input as call 1 but returned a different result.",
        Verdict.WRONG_ANSWER,
        outputs=(pack(1, 4), pack(1, 4.0000005)),
        case=EQUAL,
    ),
    "not the same twice, but for what is ignored": Finding(
        "repeat.differs",
        "Call 2 got the same input as call 1",
        Verdict.WRONG_ANSWER,
        outputs=(pack(1, 4), pack(1, 4.0000005)),
        case=make_case(make_call(count=2), make_call(count=3)),
        second={"called": [0, 0, 0]},
    ),
    "not the same in another order": Finding(
        "repeat.order",
        "Call 2 returned a different result when the calls were made in a different order.",
        Verdict.WRONG_ANSWER,
        studied={"repeat": {"found": [pack(3, 4.0000005), pack(1, 4), pack(1, 4), pack(3, 4)]}},
        checks=REORDERED,
    ),
    "an error in another order": Finding(
        "repeat.raised",
        "`forward` raised an error when the calls were made again, in a different order. `ValueError` was raised.",
        Verdict.WRONG_ANSWER,
        studied={"repeat": {"error": make_error()}},
        checks=REORDERED,
        line=4,
    ),
    "an input changed": Finding(
        "inputs.changed",
        "`x` was changed in place in call 2 (second)",
        second={"inputs": {"parameter": "x", "what": "changed"}},
    ),
    "an input deleted": Finding(
        "inputs.deleted",
        "`x` was deleted in call 1 (first)",
        first={"inputs": {"parameter": "x", "what": "deleted"}},
    ),
    "not unflattened": Finding(
        "roundtrip.failed",
        "An instance of `Box` can't be flattened and unflattened in call 1 (first): it is not registered as a pytree.",
        first={"roundtrip": {"error": "it is not registered as a pytree", "fields": {}, "same_structure": None}},
    ),
    "an attribute that is missing": Finding(
        "roundtrip.failed",
        "An instance of `Box` has no attribute 'scale' in call 1 (first). Keep each argument of the class",
        first={"roundtrip": {"error": "it has no attribute 'scale'", "fields": {}, "same_structure": None}},
    ),
    "no round trip told": Finding("roundtrip.failed", "nothing was reported", both={"roundtrip": None}),
    "a field of another value": Finding(
        "roundtrip.lost",
        "`Box.scale` has a different value after flatten and unflatten in call 2 (second).",
        second={"roundtrip": {"error": None, "fields": {"scale": 4}, "same_structure": True}},
    ),
    "a field of another type": Finding(
        "roundtrip.lost",
        "`Box.scale` has a different value",
        both={"roundtrip": {"error": None, "fields": {"scale": {"t": "float", "v": "0x3p0"}}, "same_structure": True}},
    ),
    "a field that is gone": Finding(
        "roundtrip.lost",
        "`Box.scale` has a different value",
        both={"roundtrip": {"error": None, "fields": {}, "same_structure": True}},
    ),
    "the layer never called": Finding(
        "jit.no_module", "`nnx.Linear` was never called in call 1 (first).", both={"modules": [], "called": []}
    ),
    "the layer never called, though a wrapper was": Finding(
        "jit.no_module", "`nnx.Linear` was never called in call 1 (first).", first={"modules": []}
    ),
    "the layer not called in a later trace": Finding(
        "jit.no_module", "`nnx.Linear` was never called in call 2 (second).", second={"modules": []}
    ),
    "by jax.jit": Finding(
        "jit.wrong_wrapper",
        "The layer was traced, but not by `nnx.jit` in call 1 (first).",
        both={"called": [], "wrappers": [ONLY_JIT]},
        line=5,
    ),
    "eagerly": Finding(
        "jit.not_jitted",
        "`nnx.Linear` ran eagerly in call 1 (first)",
        both={"called": [], "wrappers": [], "modules": [make_module(input_traced=False, params_traced=False)]},
    ),
    "once more, eagerly": Finding(
        "jit.not_jitted",
        "`fwd` is wrapped in `nnx.jit`: call what the wrapper returns, call the layer nowhere else, and don't switch",
        second={"modules": [make_module(), make_module(input_traced=False)]},
        line=7,
    ),
    "closed over": Finding(
        "jit.closed_over",
        "The model is not an argument of `fwd` in call 1 (first)",
        both={"modules": [make_module(params_traced=False)]},
        line=8,
    ),
    "wrapped anew": Finding(
        "jit.rewrapped",
        "`fwd` was wrapped twice in call 1 (first)",
        both={"called": [0, 1], "wrappers": [make_wrapper(), make_wrapper(number=1, line=9)]},
        line=9,
    ),
    **MODEL_FINDINGS,
    "called once": Finding(
        "jit.calls",
        "`fwd` was called once in call 1 (first); `count` asks for twice.",
        both={"called": [0]},
        line=7,
    ),
    "called too often": Finding(
        "jit.calls",
        "`fwd` was called 3 times in call 2 (second); `count` asks for twice.",
        second={"called": [0, 0, 0]},
        line=7,
    ),
    "no model given": Finding(
        "state.not_seen", "No model was given to a function made by nnx.jit in call 1 (first)", both={"state": None}
    ),
    "another graphdef": Finding(
        "state.graphdef_changed",
        "The model's structure changed in call 2 (second)",
        second={"state": {"graphdef": False, "params": False}},
    ),
    "other parameters": Finding(
        "state.params_changed",
        "The model's parameters changed in call 1 (first).",
        first={"state": {"graphdef": True, "params": False}},
    ),
    **STATE_FINDINGS,
    **PROGRAM_FINDINGS,
    "never traced, though wrapped": Finding(
        "traces.never",
        "`fwd` is wrapped by `nnx.jit`, but JAX traced no function of this file. Call what the wrapper returns",
        both={"traces": [], "called": [0, 0]},
        line=7,
    ),
    "never traced": Finding(
        "traces.never",
        "each operation of `forward` ran by itself, and nothing was compiled as a whole. Wrap the function that "
        "computes in `nnx.jit`.",
        both={"traces": [], "called": [], "wrappers": []},
    ),
    "only an operation traced": Finding(
        "traces.never",
        "What it did trace, such as `subtract`, are single operations, one program each.",
        both={"traces": [], "called": [], "wrappers": [], "segments": [make_segment(name="subtract")]},
    ),
    "another function traced beside": Finding(
        "traces.too_many",
        "`fwd` was traced once in call 2 (second), besides `other`, where once is enough: something in the cache key",
        both={"wrappers": [make_wrapper(in_call=False)]},
        second={"traces": [make_trace(), make_trace(name="other", line=12, miss=NEVER_SEEN)]},
        line=8,
    ),
    "traced once too often": Finding(
        "traces.too_many",
        "`fwd` was traced twice in call 2 (again), where once is enough: something in the cache key differs",
        first={"traces": []},
        second={"traces": [make_trace(), make_trace(line=12)], "wrappers": [make_wrapper(in_call=False)]},
        case=make_case(make_call(1.0, traces=(0, 1)), make_call(3.0, label="again", traces=(0, 1))),
        line=12,
    ),
    "not traced where the shape differs": Finding(
        "traces.too_few",
        "JAX did not trace again in call 2 (second), which needs a program of its own, although it is given",
        second={"traces": []},
    ),
    "an eager scan": Finding(
        "traces.eager_scan",
        "line 6 runs `lax.scan` outside any jitted function",
        both={"traces": [make_trace(name="scan", line=6, entered=[{"name": "step", "line": 6}])]},
        case=NEVER_AGAIN,
        line=6,
    ),
    "a function of one's own called scan": Finding(
        "traces.jit_inside",
        "`scan` was traced on every call: line 7 makes a new function for JAX to trace",
        both={"traces": [make_trace(name="scan", line=6, entered=[{"name": "scan", "line": 6}], miss=NEVER_SEEN)]},
        case=NEVER_AGAIN,
        line=7,
    ),
    "a wrapper made in each call": Finding(
        "traces.jit_inside",
        "`run` was traced on every call: line 7 makes a new function for JAX to trace",
        both={"traces": [make_trace(name="run", line=3, miss=NEVER_SEEN)]},
        case=NEVER_AGAIN,
        line=7,
    ),
    "a static argument": Finding(
        "traces.static_argument",
        "`run` was traced on every call: the static argument `box` is or holds a new object",
        both={
            "traces": [make_trace(name="run", line=3, miss=SILENT, arguments=[STATIC_BOX])],
            "wrappers": [make_wrapper(in_call=False, static=True, line=2)],
        },
        case=NEVER_AGAIN,
        line=2,
    ),
    "aux by identity": Finding(
        "traces.aux_identity",
        "`run` was traced on every call: the auxiliary data of `box` is a new object",
        both={
            "traces": [make_trace(name="run", line=3, miss=OTHER_AUX, arguments=[STATIC_BOX])],
            "wrappers": [make_wrapper(in_call=False)],
        },
        case=NEVER_AGAIN,
        line=3,
    ),
    "a callback": Finding(
        "host.callback",
        "A program calls back into Python in call 1",
        first={"callbacks": [{"name": "pure_callback", "line": 4}]},
        line=4,
    ),
    "a NumPy array": Finding(
        "host.numpy",
        "The result is a NumPy array in call 2",
        Verdict.INVALID_OUTPUT,
        second={"numpy": "the result"},
    ),
    "every call, for no known reason": Finding(
        "traces.every_call",
        "`run` was traced on every call: something in the cache key differs",
        both=TRACED_ALWAYS | {"wrappers": [make_wrapper(in_call=False)]},
        case=NEVER_AGAIN,
        line=3,
    ),
}


def judge(finding: Finding) -> tuple[Verdict, dict[str, CheckResult]]:
    calls = [make_evidence(**(finding.both | one)) for one in (finding.first, finding.second)]
    results: tuple[Value, ...] = finding.outputs or tuple(call.expected for call in finding.case.calls)
    frame = make_frame(calls, list(results), studied=finding.studied)
    report, _ = judge_case(make_manifest(finding.checks), finding.case, frame, hidden=finding.hidden)
    return report.verdict, {check.check: check for check in report.checks}


@pytest.mark.parametrize("finding", FINDINGS.values(), ids=FINDINGS)
def test_a_finding_has_its_code_its_sentence_and_its_line(finding: Finding) -> None:
    verdict, checks = judge(finding)
    found = checks[finding.check]
    assert (found.passed, found.code, found.line) == (False, finding.code, finding.line)
    assert finding.words in found.message
    assert verdict is finding.verdict


@pytest.mark.parametrize("finding", FINDINGS.values(), ids=FINDINGS)
def test_a_finding_is_one_checks_alone(finding: Finding) -> None:
    """Other checks fail only as a consequence: `jit` and `nnx_state` see less if nothing was traced or called."""
    _, checks = judge(finding)
    failed = {name for name, check in checks.items() if not check.passed}
    assert failed - {"jit", "nnx_state", "traces"} <= {finding.check}


@pytest.mark.parametrize(
    ("case", "calls"),
    [
        (make_case(), [{}, {}]),
        (EQUAL, [{}, {}]),
        (FREE, [{"traces": [make_trace()] * 3}, {"traces": []}]),
        (NEVER_AGAIN, [{}, {"traces": [], "modules": []}]),
        (make_case(make_call(count=1)), [{"called": [0]}]),
    ],
    ids=["different inputs", "equal inputs", "any number of traces", "found compiled", "one call"],
)
def test_a_sound_solution_passes_every_check(case: Case, calls: list[JSON]) -> None:
    frame = make_frame([make_evidence(**call) for call in calls], [call.expected for call in case.calls])
    report, _ = judge_case(make_manifest(), case, frame, hidden=True)
    assert [check for check in report.checks if not check.passed] == []
    assert report.verdict is Verdict.ACCEPTED
    assert [(check.check, check.code) for check in report.checks] == [
        (name, f"{name}.ok") for name in ALL_CHECKS.declared()
    ]


def test_every_code_is_reached() -> None:
    reached = {finding.code for finding in FINDINGS.values()}
    assert {code for name in ALL_CHECKS.declared() for code in CHECKS[name].codes} == reached


@pytest.mark.parametrize("types", [("RngCount", "RngState", "Variable"), ("RngState", "Variable")])
def test_a_variable_counts_as_of_its_classes_kind(types: tuple[str, ...]) -> None:
    checks = Checks(nnx_state=NnxStateSpec(must_change=["RngState"], graphdef="any"))
    evidence = [make_evidence(state=changed("changed", *types, graphdef=False))] * 2
    frame = make_frame(evidence, [pack(1, 4), pack(3, 4)])
    report, _ = judge_case(make_manifest(checks), make_case(), frame, hidden=False)
    assert report.checks[1].code == "nnx_state.ok"
