"""The comparison policy: what is equal, how far off the rest is, and the words of the refusal."""

from __future__ import annotations

import re
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grader.judge.compare import (
    Comparison,
    Match,
    Mismatch,
    NDArray,
    compare,
    describe,
    same_bits,
    to_numpy,
)
from grader.judge.picture import draw, tell
from grader.protocol import Array, Make, Value

INEXACT = ["bfloat16", "float16", "float32", "float64", "complex64", "complex128"]
REAL = INEXACT[:4]


def pack(values: object, dtype: str = "float32") -> Array:
    kind: Any = ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype
    array = np.asarray(values).astype(kind)
    return Array(dtype, array.shape, array.tobytes())


def eps_of(dtype: str) -> float:
    real = {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)
    finfo: Any = ml_dtypes.finfo
    return float(finfo(ml_dtypes.bfloat16 if real == "bfloat16" else real).eps)


def numbers(largest: float = 1e4) -> st.SearchStrategy[list[float]]:
    return st.lists(st.floats(-largest, largest), min_size=1, max_size=6)


@given(numbers(), st.sampled_from(INEXACT))
def test_equal_arrays_are_bit_equal(values: list[float], dtype: str) -> None:
    array = pack(values, dtype)
    assert compare(array, Array(dtype, array.shape, bytes(array.data)), 1.0) == Comparison(Match.BIT_EQUAL, 0.0, 0)


@given(numbers(), st.sampled_from(INEXACT), st.floats(1e-3, 1e6))
def test_zeros_pass_only_where_zeros_are_expected(values: list[float], dtype: str, tolerance: float) -> None:
    want = pack(values, dtype)
    got = pack(np.zeros(len(values)), dtype)
    passes = compare(got, want, tolerance).match is not Match.WRONG
    assert passes == (not to_numpy(want).astype(complex).any())


@given(numbers(), st.sampled_from(REAL))
def test_where_zeros_are_expected_only_zeros_pass(values: list[float], dtype: str) -> None:
    got = pack(values, dtype)
    result = compare(got, pack(np.zeros(len(values)), dtype), 1e6)
    if to_numpy(got).astype(float).any():
        assert (result.match, result.scaled_error) == (Match.WRONG, float("inf"))
    else:
        assert result.match in {Match.BIT_EQUAL, Match.WITHIN_ULP}  # possibly zeros of the other sign


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=6), st.integers(-100, 100), st.integers(-60, 60))
def test_the_error_does_not_depend_on_the_magnitude(whole: list[int], off: int, power: int) -> None:
    """Scaling both sides by a power of two changes no error."""
    assume(any(whole))
    want = np.array(whole, dtype=np.float32)
    got = want + np.float32(off)
    plain = compare(pack(got), pack(want), 8.0)
    scaled = compare(pack(got * np.float32(2.0**power)), pack(want * np.float32(2.0**power)), 8.0)
    assert (plain.match, plain.scaled_error) == (scaled.match, scaled.scaled_error)


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=6), st.integers(1, 50))
def test_the_error_is_in_eps_of_the_largest_expected(whole: list[int], off: int) -> None:
    want = np.array(whole, dtype=np.float64)
    got = want.copy()
    got[0] += off
    expected = off / max(whole) / eps_of("float32")
    assert compare(pack(got), pack(want), 8.0).scaled_error == pytest.approx(expected)


@pytest.mark.parametrize("dtype", INEXACT)
@pytest.mark.parametrize("k", [1, 2, 8])
def test_the_tolerance_is_the_boundary(dtype: str, k: int) -> None:
    """One element is 1, so that the error of another is a multiple of eps that every dtype holds exactly."""
    eps = eps_of(dtype)
    want = pack([1.0, 0.5], dtype)
    at_limit, beyond = pack([1.0, 0.5 + k * eps], dtype), pack([1.0, 0.5 + 2 * k * eps], dtype)
    assert compare(at_limit, want, k).match is not Match.WRONG
    assert compare(at_limit, want, k).scaled_error == k
    result = compare(beyond, want, k)
    assert (result.match, result.scaled_error, result.mismatch) == (Match.WRONG, 2 * k, Mismatch.VALUES)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_a_tolerance_over_one_in_eps_does_not_let_zeros_pass(dtype: str) -> None:
    assert compare(pack([0.0, 0.0], dtype), pack([1.0, 0.5], dtype), 1e6).match is Match.WRONG
    assert compare(pack([0.9, 0.5], dtype), pack([1.0, 0.5], dtype), 1e6).match is Match.WITHIN_TOLERANCE


@pytest.mark.parametrize("dtype", INEXACT)
@pytest.mark.parametrize("tolerance", [8.0, 64.0])
@pytest.mark.parametrize("got", [[0.0, 0.0], [-3.0, 4.0]])
def test_terms_that_cancel_do_not_let_zeros_pass(dtype: str, tolerance: float, got: list[float]) -> None:
    want = pack([1.0, 0.5], dtype)
    assert compare(pack(got, dtype), want, tolerance, scales={"": 256.0}).match is Match.WRONG


NAN, INF = float("nan"), float("inf")
ODD = {
    "a NaN for a number": ([NAN, 1.0], [1.0, 1.0], "has a NaN or an infinity"),
    "an infinity for a number": ([INF, 1.0], [1.0, 1.0], "has a NaN or an infinity"),
    "a number for a NaN": ([1.0, 1.0], [NAN, 1.0], "lacks a NaN or an infinity"),
    "a number for an infinity": ([1e38, 1.0], [INF, 1.0], "lacks a NaN or an infinity"),
    "the other infinity": ([-INF, 1.0], [INF, 1.0], "lacks a NaN or an infinity"),
    "an infinity for a NaN": ([INF, 1.0], [NAN, 1.0], "lacks a NaN or an infinity"),
    "a NaN for an infinity": ([NAN, 1.0], [INF, 1.0], "lacks a NaN or an infinity"),
}


@pytest.mark.parametrize(("got", "want", "words"), ODD.values(), ids=ODD)
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float64", "complex64"])
def test_numbers_that_are_not_finite_must_agree(got: list[float], want: list[float], words: str, dtype: str) -> None:
    result = compare(pack(got, dtype), pack(want, dtype), 1e6)
    assert (result.match, result.mismatch, result.scaled_error) == (Match.WRONG, Mismatch.NOT_FINITE, INF)
    assert words in result.words
    assert result.leaf is not None
    assert tell(draw(*result.leaf, "")).startswith("`[0]` is ")


def test_numbers_that_are_not_finite_and_agree_do_not_count() -> None:
    eps = eps_of("float32")
    result = compare(pack([NAN, INF, 1.0, 0.5 + eps]), pack([NAN, INF, 1.0, 0.5]), 8.0)
    assert result.scaled_error == 1
    assert result.match is not Match.WRONG
    assert compare(pack([NAN, INF]), pack([-NAN, INF]), 8.0).match is not Match.WRONG


BOX = Make("Box", {"scale": 1})
REFUSED: dict[str, tuple[Value, Value, Mismatch, str]] = {
    "shape": (pack([[1.0, 2.0]]), pack([1.0, 2.0]), Mismatch.SHAPE, "the output has shape (1, 2); (2,) is expected"),
    "no axes": (pack(1.0), pack([1.0]), Mismatch.SHAPE, "the output has shape (); (1,) is expected"),
    "dtype": (
        pack([1.0], "float64"),
        pack([1.0]),
        Mismatch.DTYPE,
        "the output has dtype float64; float32 is expected",
    ),
    "ints for floats": (
        pack([1], "int32"),
        pack([1.0]),
        Mismatch.DTYPE,
        "the output has dtype int32; float32 is expected",
    ),
    "None": (
        None,
        pack([1.0]),
        Mismatch.STRUCTURE,
        "the output is None; an array float32[1] is expected",
    ),
    "a list": (
        [1.0],
        pack([1.0]),
        Mismatch.STRUCTURE,
        "the output is a list of 1; an array float32[1] is expected",
    ),
    "a bare float": (1.0, pack(1.0), Mismatch.STRUCTURE, "the output is a float; an array float32[] is expected"),
    "an array": (
        pack([1.0, 2.0]),
        (1.0, 2.0),
        Mismatch.STRUCTURE,
        "the output is float32[2]; a tuple of 2 is expected",
    ),
    "a list for a tuple": (
        [1, 2],
        (1, 2),
        Mismatch.STRUCTURE,
        "the output is a list of 2; a tuple of 2 is expected",
    ),
    "a longer tuple": (
        (1, 2, 3),
        (1, 2),
        Mismatch.STRUCTURE,
        "the output is a tuple of 3; a tuple of 2 is expected",
    ),
    "inside a tuple": (
        (1, pack([1.0])),
        (1, pack([1.0, 2.0])),
        Mismatch.SHAPE,
        "`[1]` of the output has shape (1,); (2,) is expected",
    ),
    "other keys": (
        {"a": 1},
        {"a": 1, "b": 2},
        Mismatch.STRUCTURE,
        "the output is a dict of 1 without `b`; the keys a, b are expected",
    ),
    "inside a dict": (
        {"a": [True]},
        {"a": [1]},
        Mismatch.STRUCTURE,
        "`a[0]` of the output is a bool; an int is expected",
    ),
    "an int for a float": (1, 1.0, Mismatch.STRUCTURE, "the output is an int; a float is expected"),
    "an instance": (BOX, 1, Mismatch.STRUCTURE, "the output is an instance of Box; an int is expected"),
    "another int": (2, 1, Mismatch.VALUES, "the output is 2; 1 is expected"),
    "another text": ("a", "b", Mismatch.VALUES, "the output is 'a'; 'b' is expected"),
    "another instance": (Make("Box", {"scale": 2}), BOX, Mismatch.VALUES, "the output has a different value"),
    "numbers": (pack([1.0, 2.0]), pack([1.0, 3.0]), Mismatch.VALUES, "the output differs from the expected values"),
    "integers": (
        pack([1, 2], "int32"),
        pack([1, 3], "int32"),
        Mismatch.VALUES,
        "the output differs from the expected values",
    ),
    "booleans": (
        pack([True, False], "bool"),
        pack([True, True], "bool"),
        Mismatch.VALUES,
        "the output differs from the expected values",
    ),
}


@pytest.mark.parametrize(("got", "want", "mismatch", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_is_told(got: Value, want: Value, mismatch: Mismatch, words: str) -> None:
    result = compare(got, want, 8.0)
    assert (result.match, result.mismatch, result.words) == (Match.WRONG, mismatch, words)
    assert result.scaled_error > 0


@pytest.mark.parametrize(("got", "want", "mismatch", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_expected_is_equal_to_itself(got: Value, want: Value, mismatch: Mismatch, words: str) -> None:
    assert compare(want, want, 8.0).match is Match.BIT_EQUAL
    assert same_bits(want, want)
    assert not same_bits(got, want)


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "uint64", "bool"])
def test_integers_have_no_tolerance(dtype: str) -> None:
    assert compare(pack([1, 1], dtype), pack([1, 0], dtype), 1e6).match is Match.WRONG
    assert compare(pack([1, 1], dtype), pack([1, 1], dtype), 1e-6).match is Match.BIT_EQUAL


def test_of_several_leaves_the_farthest_is_reported() -> None:
    eps = eps_of("float32")
    near, far = pack([1.0, 0.5 + eps / 2]), pack([1.0, 0.5 + 8 * eps])
    want = pack([1.0, 0.5])
    result = compare((want, near, {"x": far}), (want, want, {"x": want}), 8.0)
    assert (result.match, result.scaled_error, result.max_ulp) == (Match.WITHIN_TOLERANCE, 8, 16)
    assert compare((), (), 8.0).match is Match.BIT_EQUAL


def steps(values: NDArray, count: int) -> NDArray:
    """Return `values` moved by `count` representable numbers."""
    bits = {2: np.int16, 4: np.int32, 8: np.int64}[values.dtype.itemsize]
    moved: NDArray = (values.view(bits) + np.asarray(count, bits)).view(values.dtype)
    return moved


@pytest.mark.parametrize("dtype", REAL)
@pytest.mark.parametrize("count", [1, 4, 5])
def test_ulp_counts_representable_numbers(dtype: str, count: int) -> None:
    want = to_numpy(pack([1.0, 1.5], dtype))
    got = steps(want, count)
    result = compare(Array(dtype, (2,), got.tobytes()), pack([1.0, 1.5], dtype), 64.0)
    assert result.max_ulp == count
    assert result.match is (Match.WITHIN_ULP if count <= 4 else Match.WITHIN_TOLERANCE)


@pytest.mark.parametrize("dtype", REAL)
def test_ulp_counts_across_zero(dtype: str) -> None:
    bits: Any = {"bfloat16": np.int16, "float16": np.int16, "float32": np.int32, "float64": np.int64}[dtype]
    smallest = np.array([1], dtype=bits).tobytes()
    negative = np.array([np.iinfo(bits).min + 1], dtype=bits).tobytes()
    one = pack([1.0], dtype).data
    got, want = Array(dtype, (2,), smallest + one), Array(dtype, (2,), negative + one)
    assert compare(got, want, 8.0).max_ulp == 2
    assert compare(pack([-0.0, 1.0], dtype), pack([0.0, 1.0], dtype), 8.0) == Comparison(Match.WITHIN_ULP, 0.0, 0)


def test_of_complex_numbers_the_farther_part_counts() -> None:
    eps = eps_of("complex64")
    result = compare(pack([1 + 1j + 2j * eps], "complex64"), pack([1.0 + 1j], "complex64"), 8.0)
    assert (result.match, result.max_ulp) == (Match.WITHIN_ULP, 2)
    assert result.scaled_error == pytest.approx(2 / 2**0.5)


@pytest.mark.parametrize(
    ("off", "least", "match"),
    [
        (0, Match.BIT_EQUAL, Match.BIT_EQUAL),
        (1, Match.WITHIN_ULP, Match.WITHIN_ULP),
        (6, Match.WITHIN_TOLERANCE, Match.WITHIN_TOLERANCE),
    ],
)
def test_the_least_match_is_the_boundary(off: int, least: Match, match: Match) -> None:
    want, got = pack([1.0, 2.0]), pack([1.0 + off * eps_of("float32"), 2.0])
    assert compare(got, want, 8.0, least=least).match is match
    assert compare(got, want, 8.0, least=least).mismatch is None
    for closer in list(Match)[: list(Match).index(least)]:
        assert compare(got, want, 8.0, least=closer).mismatch is Mismatch.ROUNDING


def test_zeros_of_the_other_sign_have_other_bits() -> None:
    result = compare(pack([-0.0, 1.0]), pack([0.0, 1.0]), 8.0, least=Match.BIT_EQUAL)
    assert result.mismatch is Mismatch.ROUNDING
    assert result.leaf is not None
    assert tell(draw(*result.leaf, "")) == "only the sign of a zero or the bits of a NaN differ"


@pytest.mark.parametrize(
    ("got", "want", "passes"),
    [(0.1, 0.1 * (1 + 1e-7), True), (0.1, 0.1001, False), (0.0, 1e-30, False), (NAN, NAN, True), (NAN, 1.0, False)],
)
def test_floats_are_compared_like_float32(got: float, want: float, passes: bool) -> None:  # noqa: FBT001 - a column
    assert (compare(got, want, 8.0).mismatch is None) is passes


def test_random_keys_must_be_equal() -> None:
    keys = [Array("key<fry>", (2,), np.array(words, np.uint32).tobytes()) for words in ([0, 1, 0, 2], [0, 1, 7, 2])]
    assert compare(keys[0], keys[0], 8.0).match is Match.BIT_EQUAL
    result = compare(keys[1], keys[0], 1e6)
    assert (result.mismatch, result.words) == (Mismatch.VALUES, "the output differs from the expected values")
    assert result.leaf is not None
    assert tell(draw(*result.leaf, "")) == "`[1]` is the key 7 2, expected the key 0 2"
    assert compare(pack([1, 2], "uint32"), keys[0], 8.0).words == "the output has dtype uint32; key<fry> is expected"


def test_empty_arrays_are_equal() -> None:
    assert compare(pack(np.zeros((0, 3))), pack(np.zeros((0, 3))), 8.0).match is Match.BIT_EQUAL
    assert compare(pack(np.zeros((0, 3))), pack(np.zeros((3, 0))), 8.0).mismatch is Mismatch.SHAPE


def test_huge_numbers_do_not_overflow() -> None:
    largest = float(np.finfo(np.float64).max)
    result = compare(pack([largest, -largest], "float64"), pack([largest, largest], "float64"), 8.0)
    assert result.match is Match.WRONG
    assert compare(pack([largest], "float64"), pack([largest], "float64"), 8.0).match is Match.BIT_EQUAL


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (0.0, -0.0, False),
        (NAN, NAN, True),
        (True, 1, False),
        ([1], (1,), False),
        ((1, 2), (1, 2, 3), False),
        ({"a": 1.0}, {"a": 1.0}, True),
        ({"a": 1.0}, {"b": 1.0}, False),
        (pack([0.0]), pack([-0.0]), False),
        (pack([1.0]), pack([1.0]), True),
        (pack([0.0]), pack([0], "int32"), False),
        (BOX, Make("Box", {"scale": 1}), True),
        (BOX, Make("Box", {"scale": True}), False),
    ],
)
def test_same_bits(first: Value, second: Value, same: bool) -> None:  # noqa: FBT001 - a column of the table
    assert same_bits(first, second) is same
    assert same_bits([first], [second]) is same


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (pack([[1.0]]), "float32[1, 1]"),
        (pack(1, "bfloat16"), "bfloat16[]"),
        (None, "None"),
        (True, "a bool"),
        (3, "an int"),
        (1.5, "a float"),
        ("x", "a str"),
        ((1, 2), "a tuple of 2"),
        ({}, "a dict of 0"),
        (BOX, "an instance of Box"),
        (Array("key<fry>", (2,), bytes(16)), "key<fry>[2]"),
    ],
)
def test_describe(value: Value, words: str) -> None:
    assert describe(value) == words
    assert not re.search(r"\d\.\d", describe(value))
