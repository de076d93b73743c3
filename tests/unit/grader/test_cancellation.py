"""The magnitude of terms that cancel, inferred from how far a result changes with its arguments."""

from __future__ import annotations

import math
from typing import SupportsFloat

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grader.bundle.contents import Case, CaseCall
from grader.judge.compare import MAX_CANCELLED, Match, compare, to_numpy
from grader.protocol import KEY, Array, Body, Value
from grader.publishing.cancellation import find_scales, move_arguments

EPS = float(np.finfo(np.float32).eps)


def pack(*numbers: SupportsFloat, dtype: str = "float32") -> Array:
    array = np.array(numbers, dtype)
    return Array(dtype, array.shape, array.tobytes())


def move(args: dict[str, Value]) -> dict[str, Value]:
    return move_arguments(Case("c", "", (CaseCall("", args, None, None),))).calls[0].args


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_each_number_moves_by_one_rounding_of_itself(dtype: str) -> None:
    given = pack(*np.linspace(1.0, 1.9, 40), dtype=dtype)
    moved = move({"x": given})["x"]
    assert isinstance(moved, Array)
    steps = to_numpy(moved).astype(float) - to_numpy(given).astype(float)
    eps = float(np.finfo(dtype).eps)
    assert (np.abs(steps) >= 0.5 * eps).all()
    assert (np.abs(steps) <= 2 * eps).all()
    assert len(set(np.sign(steps))) == 2


def test_what_is_no_float_stays_and_equal_arrays_stay_equal() -> None:
    rest: dict[str, Value] = {
        "i": pack(1, 2, dtype="int32"),
        "b": pack(1, 0, dtype="bool"),
        "key": Array(KEY, (), bytes(8)),
        "zero": pack(0.0),
        "f": Body("f"),
        "n": 3,
        "rate": 0.5,
    }
    assert move(rest) == rest
    nested = move({"x": [pack(1.5), {"a": pack(1.5)}], "y": pack(1.5)})
    assert nested["x"] == [nested["y"], {"a": nested["y"]}]
    assert nested["y"] != pack(1.5)


def test_the_scale_of_a_sum_that_cancels_is_that_of_its_terms() -> None:
    """100 - 99.99 changes by about 100 eps, which shows that it is rounded like 100."""
    x, y = np.float32(100), np.float32(99.99)
    scales = find_scales(
        {"sum": pack(x - y), "product": pack(x * y)},
        {
            "sum": pack(x * np.float32(1 + EPS) - y * np.float32(1 - EPS)),
            "product": pack(x * np.float32(1 + EPS) * y),
        },
    )
    assert list(scales) == ["sum"]
    assert 100 < scales["sum"] < 300


@pytest.mark.parametrize(
    "moved", [None, pack(1.0, 2.0), pack(1.0, dtype="float16"), pack(math.nan), {"a": pack(1.0)}, 1.0]
)
def test_nothing_is_known_where_the_answer_is_another_one(moved: Value) -> None:
    assert find_scales(pack(1e-6), moved) == {}


def test_whole_numbers_have_no_scale() -> None:
    assert find_scales(pack(1, dtype="int32"), pack(5, dtype="int32")) == {}


@pytest.mark.parametrize(("scale", "passes"), [(0.0, False), (0.5, False), (1.0, True), (1e30, True)])
def test_what_terms_cancel_in_is_measured_by_the_terms(scale: float, passes: bool) -> None:  # noqa: FBT001 - a row of the table
    got, want = pack(0.01 + 8 * EPS), pack(0.01)
    assert (compare(got, want, 8.0, scales={"": scale}).match is not Match.WRONG) == passes
    nested = compare({"a": got}, {"a": want}, 8.0, scales={"a": scale, "": 1.0})
    assert (nested.match is not Match.WRONG) == passes


@given(st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=6), st.floats(1e-3, 1e3), st.floats(0, 1e30))
def test_no_scale_lets_zeros_through(values: list[float], tolerance: float, scale: float) -> None:
    want, got = pack(*values), pack(*np.zeros(len(values)))
    assume(to_numpy(want).any() and tolerance * EPS < 1 / MAX_CANCELLED)
    assert compare(got, want, tolerance, scales={"": scale}).match is Match.WRONG
