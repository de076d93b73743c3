"""Each kind of wrong array is recognised, and none is named that doesn't apply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.judge.compare import NDArray, compare
from grader.judge.diagnosis import MAX_SIZE, MEANINGS, Known, diagnose
from grader.judge.picture import draw
from grader.judge.relations import Kind, Relation
from grader.protocol import Array

RNG = np.random.default_rng(7)
VECTOR = RNG.standard_normal(6).astype(np.float32)
TABLE = RNG.standard_normal((5, 7)).astype(np.float32)
SQUARE = RNG.standard_normal((4, 4)).astype(np.float32)
CUBE = RNG.standard_normal((2, 3, 4)).astype(np.float32)
WHOLE = np.array([3, 1, 4, 1, 5], np.int32)
TRUTH = np.array([True, False, True])
BATCH = RNG.standard_normal((6, 6)).astype(np.float32)


def send(array: NDArray) -> Array:
    return Array(array.dtype.name, array.shape, np.ascontiguousarray(array).tobytes())


def find(got: NDArray, want: NDArray, known: Known | None = None, tolerance: float = 16) -> Relation | None:
    result = compare(send(got.astype(want.dtype)), send(want), tolerance)
    assert result.mismatch is not None
    return diagnose(result, tolerance, known or Known())


def replaced(array: NDArray, where: int | tuple[Any, ...], value: float) -> NDArray:
    copy = array.copy()
    copy[where] = value
    return copy


def softmax(array: NDArray, axis: int) -> NDArray:
    made = np.exp(array) / np.exp(array).sum(axis, keepdims=True)
    return np.asarray(made, np.float32)


@dataclass(frozen=True)
class Wrong:
    """A wrong array, the expected one, and what the diagnosis must say."""

    got: NDArray
    want: NDArray
    kind: Kind
    words: str
    known: Known | None = None


X = Known(arguments=[("x", send(BATCH))])
LONG = Known(arguments=[("x", send(TABLE))])
TABLE_OF = {
    "rounding": Wrong(
        VECTOR * (1 + 30 * 1.2e-7),
        VECTOR,
        Kind.ROUNDING,
        "eps of the largest expected value, where 16 are allowed",
    ),
    "a NaN": Wrong(replaced(TABLE, (2, 3), np.nan), TABLE, Kind.NOT_FINITE, "1 of 35 values is NaN, all in row 2."),
    "a row of infinities": Wrong(
        replaced(TABLE, 1, np.inf), TABLE, Kind.NOT_FINITE, "7 of 35 values are infinite, all in row 1."
    ),
    "all NaN": Wrong(VECTOR * np.nan, VECTOR, Kind.NOT_FINITE, "All values are NaN."),
    "zeros": Wrong(VECTOR * 0, VECTOR, Kind.ZERO, "All values are zero."),
    "all False": Wrong(TRUTH & False, TRUTH, Kind.ZERO, "All values are False."),
    "an old result": Wrong(
        VECTOR[::-1],
        VECTOR,
        Kind.STALE,
        "It equals what call 1 should have returned",
        Known(stale=[("what call 1 should have returned", send(VECTOR[::-1]))]),
    ),
    "an old factor": Wrong(
        0.2 * VECTOR,
        VECTOR,
        Kind.STALE,
        "That is the result of using the `gain` of call 1, 2, instead of this call's 10.",
        Known(numbers=[("gain", 10.0)], earlier=[("shift", "call 1", 5.0), ("gain", "call 1", 2.0)]),
    ),
    "an old offset": Wrong(
        VECTOR - 3,
        VECTOR,
        Kind.STALE,
        "`shift` of call 2, 1.5, instead of this call's 4.5.",
        Known(numbers=[("shift", 4.5)], earlier=[("shift", "call 2", 1.5)]),
    ),
    "a factor that no old number explains": Wrong(
        0.3 * VECTOR,
        VECTOR,
        Kind.FACTOR,
        "0.3 times",
        Known(numbers=[("gain", 10.0)], earlier=[("gain", "call 1", 2.0), ("gain", "call 2", 10.0)]),
    ),
    "parts swapped": Wrong(
        TABLE[0],
        TABLE[1],
        Kind.SWAPPED,
        "It equals what `[1]` should be.",
        Known(others=[("what `[1]` should be", send(TABLE[0]))]),
    ),
    "an argument": Wrong(
        TABLE[0], TABLE[1], Kind.ARGUMENT, "the argument `x`", Known(arguments=[("x", send(TABLE[0]))])
    ),
    "the other sign": Wrong(-VECTOR, VECTOR, Kind.NEGATED, "Each value has the wrong sign."),
    "the opposite": Wrong(~TRUTH, TRUTH, Kind.NEGATED, "Each value is the opposite"),
    "some signs": Wrong(
        np.abs(TABLE), TABLE, Kind.SIGNS, f"the sign is wrong for {int((TABLE < 0).sum())} of 35 values"
    ),
    "twice": Wrong(2 * VECTOR, VECTOR, Kind.FACTOR, "Each value is twice the expected one."),
    "twice, whole numbers": Wrong(2 * WHOLE, WHOLE, Kind.FACTOR, "twice"),
    "twice, one number": Wrong(np.array([6], np.float32), np.array([3], np.float32), Kind.FACTOR, "twice"),
    "half": Wrong(VECTOR / 2, VECTOR, Kind.FACTOR, "half of the expected one"),
    "a sum for a mean": Wrong(
        BATCH.sum(1), BATCH.mean(1), Kind.FACTOR, "6 times the expected one; 6 is the size of axis 0 of `x`", X
    ),
    "added up in calls": Wrong(
        6 * VECTOR,
        VECTOR,
        Kind.FACTOR,
        "6 times the expected one; 6 is `num_calls` and the size of axis 0 of `x`: a sum, where a mean or a single",
        Known(arguments=[("x", send(BATCH))], numbers=[("num_calls", 6.0), ("gain", 0.5)]),
    ),
    "a forgotten division by an argument": Wrong(
        4 * VECTOR,
        VECTOR,
        Kind.FACTOR,
        "Each value is 4 times the expected one; 4 is `temperature`.",
        Known(numbers=[("temperature", 4.0)]),
    ),
    "a forgotten factor": Wrong(
        VECTOR / 3,
        VECTOR,
        Kind.FACTOR,
        "Each value is the expected one divided by 3; 3 is `scale`.",
        Known(numbers=[("scale", 3.0)]),
    ),
    "a mean for a sum": Wrong(BATCH.mean(0), BATCH.sum(0), Kind.FACTOR, "divided by 6; 6 is the size of axis 0", X),
    "divided by N - 1": Wrong(BATCH.var(0, ddof=1), BATCH.var(0), Kind.FACTOR, "as if divided by 5 instead of 6", X),
    "the root of N": Wrong(BATCH[0] / 6**0.5, BATCH[0], Kind.FACTOR, "divided by the square root of 6", X),
    "another factor": Wrong(1.7 * VECTOR, VECTOR, Kind.FACTOR, "Each value is 1.7 times the expected one."),
    "an added constant": Wrong(VECTOR + 1, VECTOR, Kind.OFFSET, "Each value is the expected one plus 1."),
    "a constant taken away": Wrong(WHOLE - 3, WHOLE, Kind.OFFSET, "minus 3"),
    "transposed": Wrong(SQUARE.T, SQUARE, Kind.TRANSPOSED, "It is transposed."),
    "transposed, not square": Wrong(TABLE.T, TABLE, Kind.TRANSPOSED, "It is transposed."),
    "axes swapped": Wrong(CUBE.transpose(1, 0, 2), CUBE, Kind.TRANSPOSED, "Its axes are swapped"),
    "reversed": Wrong(VECTOR[::-1], VECTOR, Kind.REVERSED, "The order is reversed."),
    "reversed rows": Wrong(TABLE[::-1], TABLE, Kind.REVERSED, "The order is reversed along axis 0."),
    "late by one": Wrong(np.roll(VECTOR, 1), VECTOR, Kind.SHIFTED, "The values are one place too late."),
    "early by one": Wrong(
        np.concatenate([TABLE[:, 1:], TABLE[:, :1] * 0], 1), TABLE, Kind.SHIFTED, "one place too early along axis 1"
    ),
    "sorted": Wrong(np.sort(VECTOR), VECTOR, Kind.ORDER, "The values are right, but in a different order."),
    "rows permuted": Wrong(TABLE[[2, 0, 1, 4, 3]], TABLE, Kind.ORDER, "The rows are right, but in a different order."),
    "softmax over the other axis": Wrong(
        softmax(SQUARE, 0), softmax(SQUARE, 1), Kind.AXIS, "It sums to one along axis 0; along axis 1 is expected."
    ),
    "reduced over the other axis": Wrong(
        BATCH.max(0), BATCH.max(1), Kind.AXIS, "That is `x` reduced over axis 0; over axis 1 is expected.", X
    ),
    "reduced over the other axis, of another size": Wrong(
        TABLE.std(0), TABLE.std(1), Kind.AXIS, "That is `x` reduced over axis 0; over axis 1 is expected.", LONG
    ),
    "reduced over the other axis, and more expected": Wrong(
        TABLE.sum(0),
        np.tanh(TABLE.sum(1)),
        Kind.AXIS,
        "That is `x` reduced over axis 0; reduced over axis 1 it would have the expected shape.",
        LONG,
    ),
    "one mean of all": Wrong(
        TABLE.mean(keepdims=True)[0, 0], TABLE, Kind.AXIS, "It is the mean of the expected values:"
    ),
    "summed too far": Wrong(TABLE.sum(1), TABLE, Kind.AXIS, "It is the sum of the expected values over axis 1"),
    "squared": Wrong(VECTOR**4, VECTOR**2, Kind.FUNCTION, "the square of the expected one: a square root is missing"),
    "one minus": Wrong(1 - VECTOR, VECTOR, Kind.FUNCTION, "one minus the expected one"),
    "one row wrong": Wrong(replaced(TABLE, 3, 9), TABLE, Kind.ROWS, "Only row 3 of 5 (from 0) is wrong; the others"),
    "the last entry wrong": Wrong(
        replaced(VECTOR, -1, 9), VECTOR, Kind.ROWS, "Only the last of 6 entries is wrong; the others are right."
    ),
    "two columns wrong": Wrong(
        replaced(TABLE, (slice(None), [1, 4]), 9), TABLE, Kind.ROWS, "Only 2 of 7 columns are wrong (from 0: 1, 4)"
    ),
    "flattened": Wrong(TABLE.reshape(-1), TABLE, Kind.SHAPE, "only the shape is different"),
    "an axis kept": Wrong(VECTOR[:, None], VECTOR, Kind.SHAPE, "only the shape is different"),
    "the last row missing": Wrong(TABLE[:-1], TABLE, Kind.PART, "The last entry along axis 0 is missing"),
    "two columns missing": Wrong(TABLE[:, 2:], TABLE, Kind.PART, "The first 2 entries along axis 1 are missing"),
    "the start too much": Wrong(TABLE, TABLE[1:], Kind.PART, "The first entry along axis 0 is extra"),
    "all steps": Wrong(TABLE, TABLE[-1], Kind.PART, "Only the last of its 5 entries along axis 0 is expected."),
}


@pytest.mark.parametrize("name", TABLE_OF)
def test_a_wrong_array_is_named(name: str) -> None:
    wrong = TABLE_OF[name]
    found = find(wrong.got, wrong.want, wrong.known)
    assert found is not None
    assert found.kind is wrong.kind
    assert wrong.words in found.words


def test_where_terms_cancel_an_error_is_told_relative_to_them() -> None:
    got, want = (send(np.array([number, 0.5], np.float32)) for number in (1.01, 1))
    result = compare(got, want, 16, scales={"": 200.0})
    found = diagnose(result, 16, Known())
    assert found is not None
    assert found.words.startswith("It is off by 419 eps of the terms that cancel, where 16 are allowed")
    drawn: Any = draw(got, want, "", result.cancelled)
    assert drawn["worst"][0]["error"] == pytest.approx(result.scaled_error, rel=1e-3)


@pytest.mark.parametrize("returned", ["residual", "target", "zeros"])
def test_an_array_is_a_reduction_by_its_numbers_and_not_by_its_shape(returned: str) -> None:
    """The expected gradient has the shape of `x` without one axis, and the wrong result that of `x` without another."""
    weights, target = RNG.standard_normal(7).astype(np.float32), VECTOR[:5]
    residual = TABLE @ weights - target
    got = {"residual": residual, "target": target, "zeros": 0 * target}[returned]
    known = Known(arguments=[("x", send(TABLE)), ("w", send(weights))])
    assert find(got, TABLE.T @ residual, known) is None


MANY_NUMBERS = RNG.standard_normal(50).astype(np.float32)


@pytest.mark.parametrize(
    ("tolerance", "factor", "offset", "words"),
    [
        (64, 1.0004, 0, "Each value is 1.0004 times the expected one. So regular an error comes from a wrong constant"),
        (512, 1.002, 0, "Each value is 1.002 times the expected one. So"),
        (4096, 0.991, 0, "Each value is 0.991 times the expected one. So"),
        (64, 1, 2**-11, "Each value is the expected one plus 0.00048828. So"),
    ],
)
def test_a_slightly_wrong_constant_is_no_rounding(tolerance: float, factor: float, offset: float, words: str) -> None:
    found = find(factor * MANY_NUMBERS + offset, MANY_NUMBERS, tolerance=tolerance)
    assert found is not None
    assert found.kind is (Kind.OFFSET if offset else Kind.FACTOR)
    assert found.words.startswith(words)


@pytest.mark.parametrize(
    "want",
    [MANY_NUMBERS, np.array([1000, 1, 1, 1, 1, 1], np.float32), MANY_NUMBERS[:3], np.ones(6, np.float32)],
    ids=["many numbers", "one that is far larger", "few numbers", "equal numbers"],
)
def test_errors_of_the_single_numbers_are_rounding(want: NDArray) -> None:
    errors = np.random.default_rng(3).uniform(1e-4, 3e-4, want.shape)
    found = find(want * (1 + errors), want, tolerance=64)
    assert found is not None
    assert found.kind is Kind.ROUNDING


def test_a_factor_and_an_offset_that_fit_alike_are_not_told() -> None:
    want = np.float32(1000) + RNG.standard_normal(10_000).astype(np.float32)
    found = find(want + np.float32(0.05), want, tolerance=8)
    assert found is not None
    assert found.kind is Kind.ROUNDING


def test_a_number_of_an_earlier_call_explains_a_small_error() -> None:
    known = Known(numbers=[("gain", 2.0)], earlier=[("gain", "call 1", 2.001)])
    found = find(1.0005 * MANY_NUMBERS, MANY_NUMBERS, known, tolerance=64)
    assert found is not None
    assert found.words == "That is the result of using the `gain` of call 1, 2.001, instead of this call's 2."


HALVES = RNG.uniform(1, 2, (12, 33)).astype(np.float16)


@pytest.mark.parametrize(
    ("factor", "words"),
    [
        (1.05, " 1.0498 times"),
        (1.12, " 1.1201 times"),
        (0.53, " 0.52978 times"),
        (2, "twice"),
        (0.5, "half of"),
        (12, "a sum, where"),
    ],
)
def test_a_factor_of_many_numbers_has_a_name_only_if_it_is_that_one(factor: float, words: str) -> None:
    found = find(HALVES * np.float16(factor), HALVES)
    assert found is not None
    assert (found.kind, words in found.words) == (Kind.FACTOR, True), found.words


def test_each_kind_is_told_and_has_words_for_hidden_cases() -> None:
    assert {wrong.kind for wrong in TABLE_OF.values()} == set(Kind)
    assert set(MEANINGS) == set(Kind)


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (RNG.standard_normal(6), VECTOR),
        (RNG.standard_normal((5, 7)), TABLE),
        (RNG.standard_normal((3, 2)), TABLE),
        (np.array([5.3], np.float32), np.array([1.7], np.float32)),
        (np.zeros(0), VECTOR),
    ],
)
def test_of_unrelated_numbers_nothing_is_said(got: NDArray, want: NDArray) -> None:
    assert find(np.asarray(got, np.float32), want, X) is None


def test_an_argument_without_numbers_is_not_reduced() -> None:
    known = Known(arguments=[("x", send(np.zeros((0, 2), np.float32)))])
    assert find(np.array([5.3, 1.0], np.float32), np.zeros(2, np.float32), known) is None


def test_an_exception_of_ours_leaves_a_wrong_answer_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.judge.diagnosis._find_axis", lambda _pair, _known: np.max(np.zeros(0)))
    assert find(np.array([5.3, 1.0], np.float32), np.array([1.7, 2.9], np.float32)) is None


def test_a_large_array_is_not_looked_at() -> None:
    want = np.ones(MAX_SIZE + 1, np.float32)
    assert find(-want, want) is None


FINITE = st.lists(st.floats(-1e3, 1e3, width=32), min_size=1, max_size=12)


@given(FINITE, FINITE)
def test_whatever_came_a_rounding_error_is_never_more_than_one_percent(first: list[float], second: list[float]) -> None:
    got, want = (np.array(values[: min(len(first), len(second))], np.float32) for values in (first, second))
    if compare(send(got), send(want), 16).mismatch is None:
        return
    found = find(got, want)
    if found is not None and found.kind is Kind.ROUNDING:
        assert np.abs(got - want).max() <= 0.01 * np.abs(want).max()


@given(st.lists(st.floats(width=32), min_size=1, max_size=8), st.lists(st.floats(width=32), min_size=1, max_size=8))
def test_nothing_that_a_submission_sends_breaks_it(first: list[float], second: list[float]) -> None:
    got, want = np.array(first, np.float32), np.array(second, np.float32)
    result = compare(send(got), send(want), 16)
    diagnose(result, 16, Known(stale=[("x", send(want))], arguments=[("x", send(got))]))


@given(FINITE.filter(lambda values: max(map(abs, values)) > 1), st.sampled_from([-1.0, 2.0, 0.5, 3.25]))
def test_a_factor_is_what_it_is_said_to_be(values: list[float], factor: float) -> None:
    want = np.array(values, np.float32)
    found = find(want * np.float32(factor), want)
    if found is not None and found.kind is Kind.FACTOR:
        told = found.data["factor"]
        assert isinstance(told, float)
        assert told == pytest.approx(factor, rel=1e-4)
