"""What a manifest says about its parameters and checks: a slip there would be blamed on a solution, or go unnoticed."""

from __future__ import annotations

import pytest

from grader.errors import PackageError
from grader.package.specs import Checks
from tests.unit.grader.test_package import PROBLEM, Files, Mistake, check_mistake, files, rewrite

__all__ = ["files"]

MISTAKES = {
    "a check names no parameter": Mistake(
        rewrite("{ignoring: [x]}", "{ignoring: [xx]}"),
        "problem.yaml",
        "'xx' is not a parameter",
        17,
        "checks.repeat.ignoring",
        "did you mean 'x'?",
    ),
    "the jit check names no parameter": Mistake(
        rewrite("  repeat: {ignoring: [x]}", "  jit: {wrapper: nnx.jit, module: Linear, calls: n}"),
        "problem.yaml",
        "'n' is not a parameter",
        17,
        "checks.jit.calls",
        "expected one of: x",
    ),
    "the final state of no parameter": Mistake(
        rewrite("  repeat: {ignoring: [x]}", "  final_state: {parameters: [y]}"),
        "problem.yaml",
        "'y' is not a parameter",
        17,
        "checks.final_state.parameters",
        "expected one of: x",
    ),
    "the number of calls in no parameter": Mistake(
        rewrite("  repeat: {ignoring: [x]}", "  eager: {at_most: stepz}"),
        "problem.yaml",
        "'stepz' is not a parameter",
        17,
        "checks.eager.at_most",
        "expected one of: x",
    ),
    "a count in an array": Mistake(
        rewrite("  repeat: {ignoring: [x]}", "  wrapped_by: {wrappers: [jax.jit], at_least: x}"),
        "problem.yaml",
        "'x' has the type 'float32[N]', and a count is a number",
        17,
        "checks.wrapped_by.at_least",
        "give it the type `int`, or name another parameter",
    ),
    "two parameters of one name": Mistake(
        rewrite('  - {name: x, type: "float32[N]", about: numbers}', "  - {name: x, type: int, about: a}\n" * 2),
        "problem.yaml",
        "there are two parameters 'x'",
        14,
        "parameters.1",
        "rename one",
    ),
    "the round trip names no parameter": Mistake(
        rewrite("  repeat: {ignoring: [x]}", "  roundtrip: {parameter: box}"),
        "problem.yaml",
        "'box' is not a parameter",
        17,
        "checks.roundtrip.parameter",
        "expected one of: x",
    ),
    "the growth of no parameter": Mistake(
        rewrite("  repeat: {ignoring: [x]}", "  jaxpr: {growth: {parameters: [xs]}}"),
        "problem.yaml",
        "'xs' is not a parameter",
        17,
        "checks.jaxpr.growth",
        "did you mean 'x'?",
    ),
    "a size of no parameter": Mistake(
        rewrite("  repeat: {ignoring: [x]}", "  jaxpr: {max_intermediate: 2 * K}"),
        "problem.yaml",
        "no parameter's type has the size 'K'",
        17,
        "checks.jaxpr.max_intermediate",
        "expected one of: N",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_named(files: Files, mistake: Mistake) -> None:
    check_mistake(files, mistake)


@pytest.mark.parametrize("kind", ["int", "float", "bool", "int ", '"int32[]"', '"int, at least 1"'])
def test_a_count_may_be_in_whatever_can_hold_a_number(files: Files, kind: str) -> None:
    more = f"  - {{name: n, type: {kind}, about: how often}}\nreturns:"
    text = PROBLEM.replace("returns:", more, 1).replace("  repeat: {ignoring: [x]}", "  eager: {at_most: n}")
    assert text.count("name: n,") == 1
    files.write("problem.yaml", text)
    assert files.read().problem.checks.eager is not None


@pytest.mark.parametrize("name", sorted({*Checks.model_fields} - {"values", "host"}))
def test_a_check_without_a_value_is_not_silently_off(files: Files, name: str) -> None:
    files.write("problem.yaml", PROBLEM.replace("  repeat: {ignoring: [x]}", f"  {name}:"))
    with pytest.raises(PackageError, match="the check would be off") as caught:
        files.read()
    assert (caught.value.line, caught.value.key) == (17, f"checks.{name}")


def test_a_check_that_is_on_by_default_can_be_switched_off(files: Files) -> None:
    files.write("problem.yaml", PROBLEM.replace("  repeat: {ignoring: [x]}", "  host: null"))
    assert files.read().problem.checks.host is None
