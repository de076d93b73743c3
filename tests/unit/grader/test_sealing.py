"""How a sealed case is judged by its programs' results, and which results are considered forged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from grader.bundle.contents import Bundle, Case, CaseCall
from grader.grading.sealing import allowed_calls, give_arguments, plan_programs, seeds_of
from grader.judge.checks.view import ForgedEvidenceError
from grader.judge.evidence import ErrorEvidence
from grader.judge.programs import Cost, Facts, Refused
from grader.judge.sealing import Ran, SealedCase, judge_sealed_case
from grader.package.files import Parameter
from grader.package.specs import Checks
from grader.package.specs.gradients import GradientsSpec
from grader.package.specs.performance import CostSpec
from grader.package.specs.sealed import SealedSpec
from grader.protocol import SEEDS, Array
from tests.unit.grader.factories import make_error, make_manifest, pack

if TYPE_CHECKING:
    from grader.bundle.contents import Manifest
    from grader.protocol import Value

X, Y, SLOPE = pack(1.0, 2.0), pack(2.0, 4.0), pack(0.5, -0.5)
FACTS = Facts(
    operations=3, loops=0, constant_bytes=0, largest=2, largest_array="f32[2]", holes=[], custom_calls=["lapack"]
)
RIGHT: dict[str, Value] = {"reverse": [{"x": SLOPE}], "values": {"reverse": [Y]}}
FIGURES: dict[str, Value] = {"flops": 4000.0, "bytes_accessed": None, "temp_bytes": 0.0}
CASE = Case(
    "hidden-1",
    "hidden",
    (CaseCall("", {"x": X}, Y, None),),
    {
        "sealed": {"custom_calls": ["lapack"], "seeds": [([pack(1.0, 1.0)], [pack(1.0, -1.0)])]},
        "gradients": [{**RIGHT, "numeric": []}],
        "cost": {"figures": FIGURES, "answer": Y},
    },
)


def manifest() -> Manifest:
    checks = Checks(
        sealed=SealedSpec(custom_calls=["named"]), gradients=GradientsSpec(wrt=["x"]), cost=CostSpec(flops=2)
    )
    return make_manifest(checks, parameters=[Parameter(name="x", type="float32[N]", about="-")])


def ran(output: Value, *, flops: float | None = 4000.0) -> Ran:
    return Ran(None, FACTS, None, output, 0.1, Cost(flops=flops, temp_bytes=0.0))


def failed(**what: object) -> Ran:
    return replace(ran(None), facts=None, **what)  # type: ignore[arg-type]


ERROR = ErrorEvidence.model_validate(make_error())
JUDGED = {
    "right": (ran(Y), ran(RIGHT), None),
    "wrong values": (ran(X), ran(RIGHT), "values.mismatch"),
    "wrong gradient": (ran(Y), ran(RIGHT | {"reverse": [{"x": X}]}), "gradients.wrong"),
    "other values when differentiated": (
        ran(Y),
        ran(RIGHT | {"values": {"reverse": [X]}}),
        "gradients.other_values",
    ),
    "no derivative": (ran(Y), failed(error=ERROR), "gradients.not_differentiable"),
    "derivatives that the referee refuses": (
        ran(Y),
        failed(refused=Refused(code="constants", detail="99")),
        "sealed.constants",
    ),
    "no program": (failed(error=ERROR), failed(error=ERROR), "sealed.raised"),
    "too much work": (ran(Y, flops=9000.0), ran(RIGHT), "cost.flops"),
    "work that nobody can count": (ran(Y, flops=None), ran(RIGHT), "cost.unbounded_loop"),
}


@pytest.mark.parametrize("name", JUDGED)
def test_codes(name: str) -> None:
    value, derived, code = JUDGED[name]
    report, _ = judge_sealed_case(manifest(), CASE, SealedCase((value,), (), (derived,)), 0)
    codes = [check.code for check in report.checks if not check.passed]
    assert code in codes if code is not None else not codes


@pytest.mark.parametrize(
    "output",
    [
        None,
        [],
        {},
        {"reverse": [{"x": SLOPE}]},
        RIGHT | {"more": X},
        RIGHT | {"reverse": []},
        RIGHT | {"reverse": [X]},
        RIGHT | {"reverse": [{"y": X}]},
        RIGHT | {"values": {}},
        RIGHT | {"values": [Y]},
    ],
)
def test_derivatives_that_no_program_of_ours_gives_are_forged(output: Value) -> None:
    with pytest.raises(ForgedEvidenceError):
        judge_sealed_case(manifest(), CASE, SealedCase((ran(Y),), (), (ran(output),)), 0)


def test_cases_of_older_bundles_are_judged_without_derivatives_and_cost() -> None:
    older = replace(CASE, studies=CASE.studies | {"sealed": [1200]})
    assert seeds_of(older) is None
    report, _ = judge_sealed_case(manifest(), older, SealedCase((ran(Y),), ()), 0)
    assert [check.check for check in report.checks] == ["values", "sealed"]


def test_seeds_never_go_out_with_their_numbers() -> None:
    wanted = plan_programs(manifest(), [CASE])
    assert [SEEDS in want.blank for want in wanted] == [False, True]

    def arrays(value: Value) -> list[Array]:
        if isinstance(value, Array):
            return [value]
        items = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
        return [array for item in items for array in arrays(item)]

    assert not any(any(array.data) for want in wanted for array in arrays(want.blank))
    assert give_arguments(CASE, 0, derive=True)[SEEDS] == ([pack(1.0, 1.0)], [pack(1.0, -1.0)])


def test_library_calls_are_those_of_the_reference_and_those_named() -> None:
    assert allowed_calls(Bundle("", manifest(), (), (CASE,))) == {"lapack", "named"}
