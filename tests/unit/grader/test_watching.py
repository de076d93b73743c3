"""`eager`, `follows` and `final_state` on handmade evidence: what leads to which code, and what counts as forged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader.grading.jobs import draw_calls
from grader.judge.checks.view import ForgedEvidenceError
from grader.judge.checks.watching import _numbers, draw_values
from grader.judge.verdict import judge_case
from grader.package.specs import Checks
from grader.package.specs.watching import EagerSpec, FinalStateSpec, FollowsSpec
from grader.protocol import Array, Frame, FrameKind, Value, ValueWriter
from tests.unit.grader.factories import make_call, make_case, make_evidence, make_manifest, pack

if TYPE_CHECKING:
    from grader.report import CheckResult

SEED = bytes(range(16))
CHECKS = Checks(
    eager=EagerSpec(allow=["add"], at_most="count"),
    follows=FollowsSpec(wrappers=["nnx.jit"]),
    final_state=FinalStateSpec(parameters=["box"]),
)
MODEL: dict[str, Value] = {"kernel (Param)": pack(1.0, 2.0), "count (RngCount)": pack(3, dtype="uint32")}
DRAWN = [{"shape": [2], "dtype": "float32"}, {"shape": [2], "dtype": "float32"}]


def drawn(number: int) -> Array:
    values = draw_values(SEED, number, (2,), np.dtype("float32"))
    return Array("float32", (2,), values.tobytes())


def few(*numbers: float) -> list[dict[str, Any]]:
    return [{"name": "fwd", "line": 7, "numbers": list(numbers)}]


def operation(name: str, arithmetic: str | None = "mul", count: int = 1) -> dict[str, Any]:
    return {"name": name, "arithmetic": arithmetic, "line": 5, "count": count}


def judge(
    *,
    output: Value = None,
    model: Value = None,
    followed_model: Value = None,
    seed: str | None = SEED.hex(),
    checks: Checks = CHECKS,
    final: dict[str, Any] | None = None,
    followed: dict[str, Any] | None = None,
    **evidence: Any,  # noqa: ANN401 - evidence of any kind
) -> dict[str, CheckResult]:
    """Judge one call, whose model the reference changes, and return the results by check."""
    case = make_case()
    asked = replace(
        case.calls[0], final={"box": MODEL}, initial={"box": MODEL | {"kernel (Param)": pack(0.0, 0.0)}}, traces=None
    )
    case = replace(case, calls=(asked,))
    writer = ValueWriter()
    told = {"values": {"box": writer.write(model or MODEL)}, "moved": [], "later": []} | (final or {})
    again = {"values": {"box": writer.write(followed_model or MODEL | {"kernel (Param)": drawn(1)})}}
    other = {
        "output": writer.write(output if output is not None else drawn(0)),
        "error": None,
        "drawn": DRAWN,
        "final": again | {"moved": [], "later": []},
    }
    call = make_evidence(**(evidence | {"final": told, "followed": other | (followed or {}), "state": None}))
    call["output"] = writer.write(asked.expected)
    header: dict[str, Any] = {"index": 0, "calls": [call], "error": None, "draw": seed}
    report, _ = judge_case(make_manifest(checks), case, Frame(FrameKind.CASE, header, writer.payload), hidden=False)
    return {check.check: check for check in report.checks}


def test_what_follows_passes() -> None:
    assert all(check.passed for check in judge().values())


@pytest.mark.parametrize("moved", [few(0.1, 0.7), None])
def test_a_few_numbers_that_do_not_depend_on_the_arguments_may_be_given(moved: list[dict[str, Any]] | None) -> None:
    result = judge(followed={"others": few(0.7, 0.1), "others_moved": moved})["follows"]
    assert result.passed, result.message


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"output": pack(1.0, 4.0)}, "follows.elsewhere"),
        ({"output": Array("float32", (1,), drawn(0).data[:4])}, "follows.elsewhere"),
        ({"followed": {"drawn": []}}, "follows.not_called"),
        ({"followed": {"foreign": [{"name": "fwd", "line": 7}]}}, "follows.given"),
        ({"followed": {"others": few(0.7, 0.1), "others_moved": few(0.1, 0.9)}}, "follows.given"),
        ({"followed_model": MODEL}, "follows.state"),
    ],
)
def test_what_does_not_follow_is_refused(changes: dict[str, Any], code: str) -> None:
    result = judge(**changes)["follows"]
    assert (result.passed, result.code, result.line) == (False, code, 7)


@pytest.mark.parametrize("seed", [None, bytes(16).hex()])
def test_numbers_of_another_draw_are_no_answer(seed: str | None) -> None:
    if seed is None:
        with pytest.raises(ForgedEvidenceError):
            judge(seed=None)
    else:
        assert judge(seed=seed)["follows"].code == "follows.elsewhere"


@pytest.mark.parametrize(
    ("operations", "code"),
    [
        ([operation("reshape", None)], "eager.ok"),
        ([operation("add")], "eager.ok"),
        ([operation("_mean"), operation("add")], "eager.operation"),
        ([operation("reshape", "mul")], "eager.operation"),
    ],
)
def test_operations_are_judged_by_what_they_do(operations: list[dict[str, Any]], code: str) -> None:
    assert judge(operations=operations)["eager"].code == code


def test_calls_of_watched_functions_are_counted() -> None:
    assert judge(dispatches=3)["eager"].code == "eager.dispatches"
    assert judge(dispatches=2)["eager"].passed


@pytest.mark.parametrize(("match", "code"), [("tolerance", "final_state.ok"), ("bit_equal", "final_state.value")])
@pytest.mark.parametrize("kernel", [pack(1.0, 2.0 + 2**-22), pack(1.0 - 2**-24, 2.0)])
def test_every_bit_of_a_model_counts_if_that_is_asked(kernel: Array, match: Any, code: str) -> None:  # noqa: ANN401
    checks = CHECKS.model_copy(update={"final_state": FinalStateSpec(parameters=["box"], match=match)})
    assert judge(checks=checks, model=MODEL | {"kernel (Param)": kernel})["final_state"].code == code
    assert judge(checks=checks)["final_state"].passed


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"model": MODEL | {"kernel (Param)": pack(1.0, 2.5)}}, "final_state.value"),
        ({"model": MODEL | {"count (RngCount)": pack(4, dtype="uint32")}}, "final_state.value"),
        ({"model": {"kernel (Param)": pack(1.0, 2.0)}}, "final_state.structure"),
        ({"model": MODEL | {"extra (Param)": pack(1.0)}}, "final_state.structure"),
        (
            {"model": {"kernel (Array)": pack(1.0, 2.0), "count (RngCount)": pack(3, dtype="uint32")}},
            "final_state.structure",
        ),
        ({"final": {"moved": ["box.kernel"]}}, "final_state.moved"),
        ({"final": {"later": ["kernel"]}}, "final_state.later"),
    ],
)
def test_models_must_be_what_the_reference_leaves(changes: dict[str, Any], code: str) -> None:
    assert judge(**changes)["final_state"].code == code


def test_a_model_that_changes_later_is_told_in_a_whole_sentence() -> None:
    found = judge(final={"later": ["kernel"]})["final_state"]
    assert found.message.startswith("`kernel` changed after the call had returned. A call must finish")


def test_drawn_numbers_are_a_function_of_seed_and_place() -> None:
    assert drawn(0) == drawn(0) != drawn(1)
    values = draw_values(SEED, 0, (50, 2), np.dtype("float32"))
    assert values.dtype == np.float32
    assert values.min() >= 0.5
    assert values.max() <= 1.5
    assert len(np.unique(values)) == values.size


def test_calls_to_draw_are_chosen_by_chance_for_each_submission() -> None:
    cases = [make_case(name=f"case-{number}") for number in range(8)]
    assert draw_calls(make_manifest(Checks()), cases) is None
    plans = [draw_calls(make_manifest(CHECKS), cases) or [] for _ in range(20)]
    assert all(sum(plan is not None for plan in chosen) == len(cases) // 4 + 1 for chosen in plans)
    assert {index for chosen in plans for index, plan in enumerate(chosen) if plan is not None} > {0, 7}
    told = [plan for chosen in plans for plan in chosen if plan is not None]
    assert len({plan["seed"] for plan in told}) == len(told)
    assert {plan["first"] for plan in told} == {True, False}
    assert {plan["call"] for plan in told} == {0, 1}


def test_one_of_the_larger_cases_is_always_drawn() -> None:
    """The sum of a single row is that row, so such a case doesn't show whether numbers come from elsewhere."""
    small, large = make_call(1.0), replace(make_call(1.0), args={"x": Array("float32", (9,), bytes(36))})
    cases = [make_case(large if number in {1, 2, 4} else small, name=f"case-{number}") for number in range(6)]
    for _ in range(20):
        plans = draw_calls(make_manifest(CHECKS), cases) or []
        assert any(plans[index] for index in (1, 2, 4))


def test_calls_without_numbers_in_their_answer_are_not_drawn() -> None:
    """An empty array has no numbers that could depend on anything, so a decoy couldn't be recognised."""
    empty = Array("float32", (0, 3), b"")
    silent = replace(make_call(1.0), expected=empty)
    telling = replace(make_call(1.0), expected={"mean": empty, "rest": [pack(1.0)]})
    mixed, quiet = make_case(silent, telling, name="mixed"), make_case(silent, silent, name="quiet")
    for _ in range(20):
        plans = draw_calls(make_manifest(CHECKS), [quiet, mixed, quiet, quiet]) or []
        assert [plan and plan["call"] for plan in plans] == [None, 1, None, None]
    left = replace(silent, final={"box": pack(2.0)})
    (plan,) = draw_calls(make_manifest(CHECKS), [make_case(silent, left)]) or []
    assert plan
    assert plan["call"] == 1, "a state holds numbers, too"
    assert any(draw_calls(make_manifest(CHECKS), [quiet, quiet]) or []), "where there is no other, one of these"


def test_of_a_large_answer_only_the_first_numbers_are_compared() -> None:
    large: list[Value] = [pack(*map(float, range(100))), pack(0.5, np.nan), *[pack(1.5)] * 1000]
    assert _numbers(large, 10).tolist() == [*range(10)]
    assert _numbers(large).size == 102, "each once, and finite ones only"
