"""Trivial answers, and the problems that would accept them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.bundle.contents import Case, CaseCall
from grader.judge.compare import Comparison, Match
from grader.package.specs.outputs import ValuesSpec
from grader.publishing.trivial import find_trivial
from tests.unit.grader.factories import ALL_CHECKS, make_manifest, pack

if TYPE_CHECKING:
    from grader.protocol import Value

MANIFEST = make_manifest()
NAME = MANIFEST.parameters[0].name


def case(*outputs: Value, echoed: Value = None) -> Case:
    args = {parameter.name: None for parameter in MANIFEST.parameters} | {NAME: echoed}
    return Case("case", "case", tuple(CaseCall("call", args, output, None) for output in outputs))


HARD = case(pack(3, 4), pack(5, 6))


def find(samples: list[Case], pool: list[Case]) -> list[str]:
    draw = MANIFEST.pool.model_copy(update={"draw": 2})
    return find_trivial(MANIFEST.model_copy(update={"pool": draw}), samples, pool)


@pytest.mark.parametrize(
    ("easy", "words"),
    [
        (case(pack(0, 0)), "an output of zeros"),
        (case((pack(1, 1), {"a": 1.0})), "an output of ones"),
        (case(pack(7, 8), pack(7, 8)), "the first sample's answer, whatever the input"),
        (case(pack(2, 3), echoed=pack(2, 3)), f"`{NAME}` echoed"),
    ],
)
def test_what_gets_through_is_named(easy: Case, words: str) -> None:
    assert any(found.startswith(f"{words} would be accepted: 2 of 3") for found in find([easy], [easy, easy, HARD]))


def test_texts_are_no_zeros_and_what_has_no_numbers_is_not_nearly_right() -> None:
    texts = [case("a"), case("b"), case("c")]
    assert find(texts[:1], texts) == [], "zeros in the place of texts leave nothing as it is"
    empty = case("")
    (found,) = [told for told in find([empty], [empty, empty, HARD]) if "texts" in told]
    assert found.startswith("an output of empty texts would be accepted: 2 of 3")
    nothing = case(None)
    assert not any("tolerance" in told or "zeros" in told for told in find([nothing], [nothing] * 3))


@pytest.mark.parametrize("easy", [case(pack(0, 0)), case(pack(1, 1)), case(pack(2, 3), echoed=pack(2, 3))])
def test_one_sample_or_enough_hidden_cases_stop_it(easy: Case) -> None:
    assert find([easy, HARD], [easy] * 3) == []
    assert find([easy], [easy, HARD, HARD]) == []


def test_a_problem_with_its_own_checker_is_not_judged() -> None:
    checks = ALL_CHECKS.model_copy(update={"values": None})
    assert find_trivial(MANIFEST.model_copy(update={"checks": checks}), [case(pack(0))], [case(pack(0))]) == []


@pytest.mark.parametrize("tolerance", [1e-3, 0.3, 1.0, 8.0, 512.0])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64", "complex64", "int32", "uint8", "bool"])
def test_what_is_off_by_twice_the_tolerance_gets_through_nowhere(tolerance: float, dtype: str) -> None:
    checks = ALL_CHECKS.model_copy(update={"values": ValuesSpec(tolerance=tolerance)})
    manifest = MANIFEST.model_copy(update={"checks": checks})
    cases = [
        case(pack(1, 0, dtype=dtype), 1.75, [3], {"a": True}, "text"),
        case(pack(0, 1, dtype=dtype), 0.3, [4], {"a": False}, ""),
    ]
    assert find_trivial(manifest, cases, cases * 2) == []
    assert find_trivial(manifest, [case(pack(1, 0, dtype=dtype))], [case(pack(0, 1, dtype=dtype))] * 9) == []


def test_a_tolerance_that_takes_anything_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.publishing.trivial.compare", lambda *_: Comparison(Match.WITHIN_TOLERANCE, 0.0, None))
    found = find([HARD], [HARD, HARD])
    assert any(words.startswith("the right answer, off by twice the tolerance, would be accepted") for words in found)
