"""What publishing refuses without running anything: for each kind, a problem that is refused and one that isn't."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, cast

import pytest

from grader.bundle.contents import Bundle, Case, CaseCall
from grader.package.files import Pool, ProblemFile, read_package
from grader.package.specs import Checks
from grader.protocol import Array, Body
from grader.publishing.refusals import find_holes
from grader.publishing.refusals.constants import find_constant_parameters
from grader.publishing.refusals.derivatives import find_infinite_derivatives
from grader.publishing.refusals.dtypes import find_missing_dtypes
from grader.publishing.refusals.examples import ExampleCall, find_ungraded_examples
from grader.publishing.refusals.idle_repeat import find_idle_repeat
from grader.publishing.refusals.leaks import find_leaks
from grader.publishing.refusals.remarks import find_remarks
from grader.publishing.refusals.resting_variables import find_resting_variables
from grader.publishing.refusals.same_uuid import find_same_uuid
from grader.publishing.refusals.starter import find_accepted_starter
from grader.publishing.refusals.telling_labels import find_telling_labels
from grader.publishing.refusals.tight_limits import find_tight_limit
from grader.report import Verdict
from tests.unit.grader.factories import make_manifest, pack

if TYPE_CHECKING:
    from grader.grading.client import Grader
    from grader.protocol import Value

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = ROOT / "problems" / "stale_global", ROOT / "reference_solutions" / "stale_global"
PROBLEM = read_package(*FOLDERS).problem
"""A problem with the parameters `readings`, float32[N, D], `offset`, float32[D], and `gain`, a float."""
ONE = Array("float32", (1, 1), pack(1.0).data)


def with_checks(**checks: Any) -> ProblemFile:  # noqa: ANN401 - specs of any check
    return PROBLEM.model_copy(update={"checks": Checks.model_validate(checks)})


def call(
    readings: Value = ONE, offset: float = 1.0, gain: Value = 2.0, expected: Value = None, label: str = ""
) -> CaseCall:
    return CaseCall(label, {"readings": readings, "offset": pack(offset), "gain": gain}, expected, None)


def case(*calls: CaseCall, name: str = "sample", label: str = "", studies: dict[str, Value] | None = None) -> Case:
    return Case(name, label, calls, studies or {})


def test_a_repeat_that_compares_nothing() -> None:
    different = [case(call(gain=2.0), call(gain=3.0)), case(call(gain=2.0))]
    (finding,) = find_idle_repeat(with_checks(repeat={}), different)
    other: list[Value] = [1.0, 1.0, 1.0]
    assert finding.startswith("problem.yaml, checks.repeat: no case makes two calls with equal arguments")
    assert find_idle_repeat(with_checks(repeat={}), [*different, case(call(), call(other), call())]) == []
    assert find_idle_repeat(with_checks(repeat={"ignoring": ["gain"]}), different) == []
    assert find_idle_repeat(with_checks(repeat={"reordered": True}), different) == []
    assert find_idle_repeat(with_checks(), different) == []


def test_a_parameter_that_is_always_the_same() -> None:
    others = Array("float32", (1, 1), pack(7.0).data)
    (finding,) = find_constant_parameters(PROBLEM, [case(call(gain=1.0), call(others, 2.0, 1.0))])
    assert finding.startswith("cases.py: `gain` is the same in every call")
    assert find_constant_parameters(PROBLEM, [case(call(gain=1.0)), case(call(others, 2.0, 3.0))]) == []


def test_a_variable_that_stays_at_its_default() -> None:
    def built(scale: float, bias: float) -> CaseCall:
        variables: dict[str, Value] = {"scale (Param)": pack(scale, 1.0), "bias (Param)": pack(bias, bias)}
        return replace(call(), initial={"net": variables | {"keys (RngCount)": pack(0.0)}})

    (finding,) = find_resting_variables([case(built(2.0, 0.0)), case(built(1.0, 0.0), call())])
    assert finding.startswith("bodies.py: `net.bias (Param)` is at its default in every case")
    assert find_resting_variables([case(built(2.0, 0.0)), case(built(1.0, 3.0))]) == []


def test_a_dtype_that_no_case_has() -> None:
    about = "the readings; float16 in some cases"
    parameters = [PROBLEM.parameters[0].model_copy(update={"about": about}), *PROBLEM.parameters[1:]]
    problem = PROBLEM.model_copy(update={"parameters": parameters})
    (finding,) = find_missing_dtypes(problem, [case(call())])
    assert finding.startswith("problem.yaml, parameters: `readings` is declared with float16, which no case has")
    half: dict[str, Value] = {"a": [Array("float16", (1,), b"\0\0"), ONE]}
    assert find_missing_dtypes(problem, [case(call(half))]) == []
    assert find_missing_dtypes(PROBLEM, [case(call())]) == []
    assert find_missing_dtypes(problem, [case(call(Body("f")))]) == [], "a function takes what it takes"


@pytest.mark.parametrize(
    ("told", "name", "label", "about", "expected"),
    [
        (True, "case", "the sum is 12.5", "", pack(12.5)),
        (True, "case", "", "-314 comes out", {"a": [-314]}),
        (True, "abracadabra", "", "", "abra"),
        (True, "case", "0.125", "", 0.125),
        (False, "hidden-3", "N = 3", "", pack(3.0, 4.0)),
        (False, "hidden-12", "N = 1, float16", "", pack(12.0, 16.0)),
        (False, "case", "ten steps of 12", "", pack(*range(1, 18))),
        (False, "case", "a gain of 17.5", "", pack(17.5)),
        (False, "case", "N = 12, D = 1", "", Array("float32", (12, 1), bytes(48))),
        (False, "case", "100 numbers", "", pack(101.0)),
        (False, "case", "", "", None),
    ],
)
def test_a_label_that_holds_an_expected_value(told: bool, name: str, label: str, about: str, expected: Value) -> None:  # noqa: FBT001 - a row of the table
    given = case(call(gain=17.5, expected=expected, label=about), name=name, label=label)
    findings = find_telling_labels([given, case(call(), name="other")])
    assert bool(findings) == told
    assert all(finding.startswith(f"cases.py, case {name}: the text ") for finding in findings)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_derivatives_of_the_reference_that_are_not_finite(number: float) -> None:
    (finding,) = find_infinite_derivatives([case(studies={"gradients": [{"reverse": [{"x": pack(1.0, number)}]}]})])
    assert finding.startswith("reference.py: its derivatives have a NaN or an infinity on case sample")
    good: dict[str, Value] = {"gradients": [{"reverse": [{"x": pack(1.0)}], "numeric": [{"claimed": 0.5}]}]}
    assert find_infinite_derivatives([case(studies=good), case(studies={"jaxpr": number})]) == []


def test_a_canonical_solution_that_draws_a_remark() -> None:
    source = "import jax\n\ndef solve(x, kept=[]):\n    return x\n"
    (finding,) = find_remarks(source)
    assert finding.startswith("accepted/canonical.py:3: learners would be told here: ")
    assert "hint.mutable_default" in finding
    assert find_remarks(source.replace(", kept=[]", "")) == []


def test_a_limit_that_is_less_than_five_times_what_right_solutions_take() -> None:
    (finding,) = find_tight_limit(10.0, 2.5)
    assert finding.startswith("problem.yaml, limits.time_limit: 10 s is less than 5 times the 2.5 s that")
    assert "declare 13 or more" in finding
    assert find_tight_limit(12.5, 2.5) == find_tight_limit(None, 99.0) == []


def test_a_uuid_that_another_problem_has(tmp_path: Path) -> None:
    for slug, text in {"mine": "uuid: {}", "other": "uuid: {}", "broken": "uuid: [", "none": ""}.items():
        (tmp_path / slug).mkdir()
        (tmp_path / slug / "problem.yaml").write_text(text.format(str(PROBLEM.uuid).upper()), encoding="utf-8")
    (finding,) = find_same_uuid(tmp_path / "mine", PROBLEM.uuid)
    assert finding.startswith("problem.yaml, uuid: other has the same; ")
    for written in (PROBLEM.uuid.hex, f"'{{{PROBLEM.uuid}}}'"):
        (tmp_path / "other" / "problem.yaml").write_text(f"uuid: {written}", encoding="utf-8")
        assert len(find_same_uuid(tmp_path / "mine", PROBLEM.uuid)) == 1
    (tmp_path / "other" / "problem.yaml").unlink()
    assert find_same_uuid(tmp_path / "mine", PROBLEM.uuid) == []
    assert find_same_uuid(*FOLDERS[:1], PROBLEM.uuid) == []


@pytest.mark.parametrize("verdict", [Verdict.ACCEPTED, Verdict.WRONG_ANSWER])
def test_a_starter_that_is_accepted(verdict: Verdict) -> None:
    asked: list[bytes] = []

    def grade(_bundle: Bundle, source: bytes, **_options: object) -> SimpleNamespace:
        asked.append(source)
        return SimpleNamespace(verdict=verdict, code=str(verdict))

    bundle = Bundle("", make_manifest(starter="x = 1"), (), ())
    findings = find_accepted_starter(bundle, cast("Grader", SimpleNamespace(grade=grade)))
    assert asked == [b"x = 1"]
    assert bool(findings) == (verdict is Verdict.ACCEPTED)
    assert all(finding.startswith("starter.py: it is accepted unchanged") for finding in findings)


def test_an_example_that_is_not_graded_or_contradicts_the_signature() -> None:
    graded = call().args
    samples = [case(call(gain=3.0), call())]
    assert find_ungraded_examples(PROBLEM, [ExampleCall("statement.md:5", graded)], samples) == []
    (finding,) = find_ungraded_examples(PROBLEM, [ExampleCall("statement.md:5", graded | {"gain": 4.0})] * 2, samples)
    assert finding.startswith("statement.md:5: the example's call is not among the samples")
    (finding,) = find_ungraded_examples(PROBLEM, [ExampleCall("statement.md:7", graded | {"offset": 1.0})], samples)
    assert finding.startswith("statement.md:7: in the example, offset is float, where float32[D] is declared")
    partly = {name: value for name, value in graded.items() if name != "readings"} | {"gain": 9.0}
    assert find_ungraded_examples(PROBLEM, [ExampleCall("statement.md:9", partly)], samples) == []


def test_reports_that_could_carry_too_much_out() -> None:
    problem = with_checks(values={}, repeat={}, traces={}, eager={}, follows={"wrappers": ["jax.jit"]})
    problem = problem.model_copy(update={"pool": Pool()})
    assert find_leaks(problem, []) == []
    many = [case(label=f"N = {n}") for n in range(60)]
    assert find_leaks(problem, many) == [], "nobody reads their labels"
    problem = problem.model_copy(update={"pool": Pool(labels="public")})
    (finding,) = find_leaks(problem, many)
    assert finding.startswith("problem.yaml, pool: by how it fails, a submission could tell its learner 1")
    enough = int(finding.partition("draw ")[2].split()[0])
    assert find_leaks(problem, many[:enough]) == []
    assert find_leaks(problem, many[: enough + 1]) != []
    drawn = problem.model_copy(update={"pool": problem.pool.model_copy(update={"draw": enough})})
    assert find_leaks(drawn, many) == []
    assert find_leaks(problem, [case(label="alike") for _ in range(60)]) == []
    assert find_leaks(with_checks(values={}, sealed={}), many) == []


def test_all_that_needs_no_sandbox_is_asked() -> None:
    package = read_package(*FOLDERS)
    cases = [case(call(gain=12.5, expected=pack(99.5), label="99.5"), call(gain=12.5))]
    words = [finding.partition(":")[0] for finding in find_holes(package, cases, [])]
    assert words == ["cases.py"] * 3 + ["cases.py, case sample"]


@pytest.mark.parametrize(("labels", "count"), [("private", 0), ("public", 1)])
def test_a_label_that_nobody_reads_may_hold_an_expected_value(labels: Literal["private", "public"], count: int) -> None:
    package = read_package(*FOLDERS)
    problem = package.problem.model_copy(update={"pool": Pool(labels=labels)})
    hidden = case(call(expected=pack(99.5)), name="hidden-1", label="99.5")
    findings = find_holes(replace(package, problem=problem), [], [hidden])
    assert sum("the text '99.5' holds 99.5" in finding for finding in findings) == count
    idle = replace(package, problem=with_checks(repeat={}), accepted={"canonical.py": "def f(x=[]):\n    return x\n"})
    findings = find_holes(idle, [case(call(gain=1.0), call(gain=2.0))], [])
    assert [finding.partition(":")[0] for finding in findings][::4] == ["problem.yaml, checks.repeat"]
    assert findings[-1].startswith("accepted/canonical.py:1: ")
