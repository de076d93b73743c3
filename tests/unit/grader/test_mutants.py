"""Which mutants publishing tries, and what it says about them, without a sandbox."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.package.files import Package, read_package
from grader.package.specs import Checks
from grader.publishing import mutants
from grader.publishing.mutants import choose_mutants, in_question
from grader.publishing.trials import MAX_SHOWN, Trial, find_survivors

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def package() -> Package:
    return read_package(ROOT / "problems" / "jit_forward", ROOT / "reference_solutions" / "jit_forward")


def declaring(package: Package, checks: Mapping[str, object]) -> Package:
    return replace(package, problem=package.problem.model_copy(update={"checks": Checks.model_validate(checks)}))


def test_the_canonical_solution_comes_first_and_the_others_where_it_has_no_place(package: Package) -> None:
    chosen, left = choose_mutants(package)
    assert left == 0
    assert next(iter(chosen)) == "canonical:return_zeros.1"
    own = {mutant.operator.name for name, mutant in chosen.items() if name.startswith("canonical:")}
    others = {mutant.operator.name for name, mutant in chosen.items() if not name.startswith("canonical:")}
    assert others
    assert not own & others


def test_the_first_place_of_each_operator_comes_before_any_second(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [name.rpartition(".")[2] for name in choose_mutants(package)[0]]
    assert numbers == sorted(numbers)
    assert max(numbers) <= str(mutants.MAX_PLACES)
    whole = list(choose_mutants(package)[0])
    monkeypatch.setattr(mutants, "MAX_MUTANTS", 10)
    chosen, left = choose_mutants(package)
    assert (list(chosen), left) == (whole[:10], len(whole) - 10)


def test_an_operator_is_tried_only_where_a_declared_check_could_notice(package: Package) -> None:
    names = {operator.name for operator in in_question(declaring(package, {"values": {}}).problem)}
    assert {"near_miss", "other_sign"} <= names
    assert not {"drop_jit", "clear_caches", "donate_argument", "disable_jit"} & names
    names = {operator.name for operator in in_question(declaring(package, {"traces": {}}).problem)}
    assert {"drop_jit", "clear_caches"} <= names


def test_a_solution_that_is_nested_too_deeply_has_no_mutants(package: Package) -> None:
    deep = "def jit_forward(seed, x, features, num_calls):\n    return " + "-" * 50_000 + "x\n"
    chosen, _ = choose_mutants(replace(package, accepted={"canonical.py": deep}))
    assert chosen == {}


def test_many_survivors_are_counted_and_lines_that_name_none_are_told(package: Package) -> None:
    reason = "A reason that is long enough."
    listed = replace(package, equivalent={"canonical:negate.1": reason, "canonical:negate.7": reason})
    trials = [Trial("canonical:negate.1", "Negate.", "equivalent", "")]
    trials += [Trial(f"canonical:a.{n}", "A.", "survived", "accepted", f"{n} survived") for n in range(10)]
    findings = find_survivors(listed, trials)
    assert (
        findings[0]
        == "equivalent.yaml: canonical:negate.7 is not among the mutants and fakes that are tried; remove the line"
    )
    assert findings[1:] == [*(f"{n} survived" for n in range(MAX_SHOWN)), "and 2 more mutants and fakes"]
    unlisted = replace(package, equivalent={})
    assert find_survivors(unlisted, [Trial("canonical:negate.1", "Negate.", "killed", "values.mismatch")]) == []
