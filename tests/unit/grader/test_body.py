"""How the check `body` judges calls in each context."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from grader.bundle.bodies import defined_in, named_by
from grader.bundle.contents import Case, CaseCall
from grader.judge.checks import CHECKS
from grader.judge.verdict import judge_case
from grader.package.specs import Checks
from grader.package.specs.body import BodySpec
from grader.protocol import Body, Build, Make
from tests.unit.grader.factories import JSON, make_evidence, make_frame, make_manifest, make_wrapper

if TYPE_CHECKING:
    from grader.report import CheckResult


def use(*contexts: str, count: int = 1, line: int | None = 5, name: str = "wave") -> JSON:
    return {"name": name, "contexts": list(contexts), "line": line, "count": count}


def judge(
    spec: dict[str, Any], *calls: list[JSON], hidden: bool = False, exported: list[JSON] | None = None
) -> CheckResult:
    asked = tuple(CaseCall(f"call {i}", {"f": Body("wave"), "n": 3.0}, 1.0, None) for i in range(len(calls)))
    evidence = [make_evidence(bodies=bodies, wrappers=[make_wrapper()]) for bodies in calls]
    manifest = make_manifest(Checks(body=BodySpec(parameter="f", **spec)))
    studied: JSON | None = {"sealed": {"found": [exported], "error": None}} if exported is not None else None
    frame = make_frame(evidence, [1.0] * len(calls), studied=studied)
    report, _ = judge_case(manifest, Case("one", "one", asked), frame, hidden=hidden)
    return next(check for check in report.checks if check.check == "body")


FOUND: dict[str, tuple[dict[str, Any], list[JSON], str, str]] = {
    "never": ({}, [], "body.never_called", "`f` was never called in the call."),
    "another function": ({}, [use(name="parabola")], "body.never_called", "never called"),
    "a loop over a batch": ({"require": ["vmap"]}, [use("jit", count=3)], "body.python_loop", "Let `jax.vmap` repeat"),
    "a loop of JAX over a batch": (
        {"require": ["vmap"]},
        [use("scan", count=2)],
        "body.python_loop",
        "`f` was called inside a loop of `jax.lax` in the call, but not under `jax.vmap` there",
    ),
    "a loop over steps": (
        {"require": ["scan"]},
        [use(count=3)],
        "body.python_loop",
        "another loop of `jax.lax` repeat it",
    ),
    "a loop of concrete calls": (
        {"forbid": ["concrete"]},
        [use(count=3), use("vmap")],
        "body.python_loop",
        "called 3 times on plain arrays",
    ),
    "one concrete call": ({"forbid": ["concrete"]}, [use(), use("vmap")], "body.forbidden", "called on plain arrays"),
    "in a loop": ({"forbid": ["scan"]}, [use("scan")], "body.forbidden", "inside a loop of `jax.lax`"),
    "the batch at once": ({"require": ["vmap"]}, [use("jit")], "body.not_vmapped", "called once in the call, but not"),
    "no loop": ({"require": ["scan"]}, [use("jit")], "body.not_scanned", "not called inside"),
    "eager": ({"require": ["jit"]}, [use("vmap")], "body.not_jitted", "outside of any jitted function"),
    "only traced": ({"require": ["concrete"]}, [use("jit")], "body.not_concrete", "never called on plain arrays"),
    "differences": ({"require": ["jvp"]}, [use(count=2)], "body.finite_differences", "called twice in the call"),
    "in reverse": ({"require": ["jvp"]}, [use("grad")], "body.wrong_mode", "in reverse mode"),
    "forwards": ({"require": ["grad", "jit"]}, [use("jvp")], "body.wrong_mode", "in forward mode"),
    "no derivative": ({"require": ["grad"]}, [use("scan", count=2)], "body.not_differentiated", "Use reverse mode"),
    "too often": ({"at_most": {"any": 2}}, [use("jit"), use("vmap", count=2)], "body.too_often", "3 times in total"),
    "once too often": ({"exactly": {"vmap": "n"}}, [use("vmap", count=4)], "body.too_often", "3 times is right"),
    "too seldom": ({"exactly": {"vmap": "n"}}, [use("vmap", count=2)], "body.too_seldom", "called twice under"),
}


@pytest.mark.parametrize(("spec", "seen", "code", "words"), FOUND.values(), ids=FOUND)
def test_a_finding_has_its_code_and_its_sentence(spec: dict[str, Any], seen: list[JSON], code: str, words: str) -> None:
    found = judge(spec, seen)
    assert (found.passed, found.code) == (False, code)
    assert words in found.message


def test_every_code_is_reached() -> None:
    assert {code for _, _, code, _ in FOUND.values()} == set(CHECKS["body"].codes)


@pytest.mark.parametrize(
    ("spec", "calls"),
    [
        ({"require": ["vmap", "jit"], "forbid": ["concrete"]}, [[use("jit", "vmap")]]),
        ({"require": ["grad"]}, [[use("grad")], []]),
        ({"exactly": {"any": "n"}, "at_most": {"concrete": 0}}, [[use("scan", count=2), use("jit")]]),
    ],
    ids=["in both", "found compiled", "as often as asked"],
)
def test_what_is_asked_for_passes(spec: dict[str, Any], calls: list[list[JSON]]) -> None:
    assert judge(spec, *calls).code == "body.ok"


def hole(*contexts: str, name: str = "wave") -> JSON:
    return {"name": name, "contexts": list(contexts), "count": 1}


@pytest.mark.parametrize("context", ["grad", "jvp", "scan", "vmap"])
def test_a_jitted_function_may_be_transformed_after_it_was_traced(context: str) -> None:
    assert judge({"require": [context]}, [use("jit")], exported=[hole(), hole(context)]).code == "body.ok"
    assert judge({"require": [context]}, [use("jit")], exported=[hole(), hole(context, name="other")]).code != "body.ok"


@pytest.mark.parametrize(
    ("seen", "passed"), [(use("scan"), True), (use(), True), (use("vmap"), False), (use(count=3), False)]
)
def test_only_calls_that_may_be_of_a_trace_that_jax_keeps_excuse_others(seen: JSON, *, passed: bool) -> None:
    assert judge({"require": ["grad"]}, [seen], exported=[hole("grad")]).passed == passed


def test_only_what_python_called_counts_as_too_often() -> None:
    assert judge({"at_most": {"any": 1}}, [use("jit")], exported=[hole(), hole("vmap")]).code == "body.ok"
    assert judge({"forbid": ["scan"]}, [use("jit")], exported=[hole("scan")]).code == "body.ok"


def test_a_call_that_was_compiled_for_nothing_is_no_excuse() -> None:
    assert judge({}, [], [use("jit")]).code == "body.never_called"


def test_the_line_is_the_one_with_the_most_calls() -> None:
    assert judge({"at_most": {"any": 1}}, [use(line=3), use(line=9, count=4)]).line == 9


def test_functions_are_found_where_they_are_named() -> None:
    build = Build("make_model", {"body": Body("wave"), "sizes": [1, (Body("step"),)]})
    case = Case("one", "one", (CaseCall("", {"x": {"a": [Make("Box", {"f": build})]}, "n": 1}, None, None),))
    assert named_by(case) == {"make_model", "wave", "step"}
    assert defined_in("import jax\ndef f(): ...\nclass A:\n    def g(self): ...\nx = 1\n") == {"f", "A"}
