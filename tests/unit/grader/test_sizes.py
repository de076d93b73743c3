"""Sizes as expressions of the letters in the parameters' types."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from grader.package.specs.programs import JaxprSpec
from grader.package.specs.sizes import axes_of, evaluate_size, known_names, names_in, sizes_of
from tests.unit.grader.factories import pack

TYPES = {"x": "float32[N, D]", "w": "bfloat16[D]", "steps": "int", "box": "Box"}


@pytest.mark.parametrize(
    ("expression", "size"), [(7, 7), ("4 * N * D", 24), ("N*(D-1) + steps", 14), ("2 * -1 + N", None)]
)
def test_a_size_is_evaluated(expression: int | str, size: int | None) -> None:
    if size is None:
        with pytest.raises(ValidationError, match="a size is a whole number"):
            JaxprSpec(max_intermediate=expression)
    else:
        assert JaxprSpec(max_intermediate=expression).max_intermediate == expression
        assert evaluate_size(expression, {"N": 2, "D": 3, "steps": 10}) == size


@pytest.mark.parametrize(
    "expression", ["N ** 99", "f(N)", "N.real", "N // 2", "", "1.5", "True", "[N]", "N if N else 1"]
)
def test_nothing_else_is(expression: str) -> None:
    with pytest.raises(ValidationError, match="a size is a whole number"):
        JaxprSpec(max_intermediate=expression)


def test_the_letters_come_from_the_types() -> None:
    assert axes_of("float32[N, 3]") == ["N", "3"]
    assert axes_of("float32[]") == [""]
    assert axes_of("Box") == []
    assert known_names(TYPES) == ["N", "D", "D", "steps"]
    assert sorted(names_in("4 * N + D")) == ["D", "N"]


def test_the_letters_take_the_sizes_of_a_call() -> None:
    sizes = sizes_of(TYPES, {"x": pack(1, 2, 3), "w": pack(1, 2), "steps": 5, "box": None})
    assert sizes == {"N": 3, "D": 2, "steps": 5}


def test_a_check_asks_for_something() -> None:
    with pytest.raises(ValidationError, match="at least one of its keys is needed"):
        JaxprSpec()
