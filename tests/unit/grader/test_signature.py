"""Values and the types in a manifest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader.package.specs.signature import find_argument_mismatch, find_mismatch
from grader.protocol import Array

if TYPE_CHECKING:
    from grader.protocol import Value


def make_array(*shape: int, dtype: str = "float32") -> Array:
    size = 2 if dtype == "bfloat16" else np.dtype(dtype).itemsize
    return Array(dtype, shape, bytes(size * int(np.prod(shape))))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("float32[N, D]", make_array(2, 3)),
        ("float32[]", make_array()),
        ("float32[]", 1.0),
        ("float32[N, 3]", make_array(2, 3)),
        ("float32[N]", make_array(2, dtype="float16")),
        ("float32[N]", make_array(2, dtype="bfloat16")),
        ("float32[K + 1]", make_array(5)),
        ("float32[L + 1]", make_array(9)),
        ("float32[any number of rows]", make_array(9)),
        ("int", 3),
        ("float", 3),
        ("float", 3.0),
        ("bool", True),
        ("str", "a"),
        ("a random key", 3),
        ("list[float32[N]]", [make_array(1)]),
        ("float32[D] or number", 1.0),
    ],
)
def test_values_that_fit(kind: str, value: Value) -> None:
    assert find_mismatch(kind, value, {"K": 4}, given=True) is None


@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        ("float32[N, D]", make_array(2), "float32[2], where float32[N, D] is declared"),
        ("float32[N]", make_array(2, dtype="int32"), "int32[2], where float32[N] is declared"),
        ("bool[N]", make_array(2, dtype="uint8"), "uint8[2], where bool[N] is declared"),
        ("float32[N, 3]", make_array(2, 2), "float32[2, 2], where float32[N, 3] is declared and N = 2"),
        ("float32[N, N]", make_array(2, 3), "float32[2, 3], where float32[N, N] is declared and N = 2"),
        ("float32[K + 1]", make_array(4), "float32[4], where float32[K + 1] is declared and K = 4"),
        ("float32[N]", 1.0, "float, where float32[N] is declared"),
        ("int", 1.0, "float, where int is declared"),
        ("int", True, "bool, where int is declared"),
        ("str", 1, "int, where str is declared"),
        ("float", make_array(), "float32[], where float is declared"),
    ],
)
def test_values_that_do_not_fit(kind: str, value: Value, told: str) -> None:
    assert find_mismatch(kind, value, {"K": 4}, given=True) == told


def test_a_letter_is_one_size_in_all_of_a_call() -> None:
    types = {"x": "float32[N, D]", "steps": "int", "w": "float32[D]"}
    sizes: dict[str, int] = {}
    arguments: dict[str, Value] = {"x": make_array(2, 3), "steps": 4, "w": make_array(3)}
    assert find_argument_mismatch(types, arguments, sizes) is None
    assert sizes == {"N": 2, "D": 3, "steps": 4}
    assert find_mismatch("float32[steps, N]", make_array(4, 2), sizes, given=False) is None
    assert find_mismatch("float32[steps + 1]", make_array(4), sizes, given=False) is not None
    assert find_mismatch("float", make_array(), sizes, given=False) is None, "a result may be an array without axes"
    wrong = find_argument_mismatch(types, arguments | {"w": make_array(2)}, {})
    assert wrong == "w is float32[2], where float32[D] is declared and D = 3"
