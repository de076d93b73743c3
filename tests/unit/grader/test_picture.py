"""The worst elements and the error map of an array that differs."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.judge.picture import LARGEST, MAX_SIDE, MAX_WORST, draw, tell
from grader.protocol import KEY, Array
from tests.unit.grader.test_compare import eps_of, pack

INF, NAN = float("inf"), float("nan")
KEYS = "`[0]` is the key 0 0, expected the key 5 0"


def test_the_worst_elements_come_first_with_both_values() -> None:
    drawn: Any = draw(pack([[1.0, 2.0], [3.0, 9.0]]), pack([[1.0, 2.5], [3.0, 4.0]]), "params/kernel")
    eps = eps_of("float32")
    assert [(one["where"], one["got"], one["expected"]) for one in drawn["worst"]] == [
        ("params/kernel[1,1]", "9.0", "4.0"),
        ("params/kernel[0,1]", "2.0", "2.5"),
    ]
    assert drawn["worst"][0]["error"] == pytest.approx(5 / 4 / eps, rel=1e-3)
    assert tell(drawn) == "`params/kernel[1,1]` is 9.0, expected 4.0"
    assert drawn["map"]["block"] == [1, 1]
    assert [[error > 0 for error in row] for row in drawn["map"]["errors"]] == [[False, True], [False, True]]


@pytest.mark.parametrize(
    ("got", "want", "path", "words"),
    [
        (pack([7], "int32"), pack([8], "int32"), "[0]", "`[0][0]` is 7, expected 8"),
        (pack(1.0), pack(2.0), "", "it is 1.0, expected 2.0"),
        (pack(1.0, "bfloat16"), pack(2.0, "bfloat16"), "a", "`a` is 1, expected 2"),
        (pack([1.0, NAN]), pack([5.0, 2.0]), "", "`[1]` is nan, expected 2.0"),
        (pack([True]), pack([False]), "", "`[0]` is 1.0, expected 0.0"),
        (pack([2**60 + 1], "int64"), pack([2**60], "int64"), "", f"`[0]` is {2**60 + 1}, expected {2**60}"),
        (Array(KEY, (), bytes(8)), Array(KEY, (), bytes([5, *bytes(7)])), "[0]", KEYS),
        (pack([2j], "complex64"), pack([1j], "complex64"), "", "`[0]` is 2j, expected 1j"),
    ],
)
def test_the_worst_element_is_told(got: Any, want: Any, path: str, words: str) -> None:  # noqa: ANN401
    assert tell(draw(got, want, path)) == words


def test_a_single_number_has_no_map() -> None:
    assert draw(pack(1.0), pack(2.0), "")["map"] is None


def test_the_map_keeps_the_largest_error_of_each_block() -> None:
    want, got = np.ones((100, 3, 65)), np.ones((100, 3, 65))
    got[99, 2, 64] = 2.0
    drawn: Any = draw(pack(got), pack(want), "")
    errors = np.array(drawn["map"]["errors"])
    assert drawn["map"]["shape"] == [100, 3, 65]
    assert drawn["map"]["block"] == [10, 3]
    assert errors.shape == (30, 22)
    assert np.argwhere(errors).tolist() == [[29, 21]]


@given(
    st.lists(st.sampled_from([0.0, -0.0, 1.0, -1.0, 3e38, 1e-45, NAN, INF, -INF]), min_size=2, max_size=80),
    st.sampled_from(["float16", "bfloat16", "float32", "float64", "complex64"]),
)
def test_a_picture_is_bounded_and_is_json(values: list[float], dtype: str) -> None:
    with np.errstate(over="ignore"):
        want, got = pack(values, dtype), pack(values[::-1], dtype)
    drawn: Any = draw(got, want, "")
    json.dumps(drawn, allow_nan=False)
    assert len(drawn["worst"]) <= MAX_WORST
    assert len(drawn["map"]["errors"][0]) <= MAX_SIDE
    assert all(0 <= error <= LARGEST for row in drawn["map"]["errors"] for error in row)
