"""Compares an output with the expected one: structure, shape, dtype, finiteness, then a scaled error.

Method. Element-wise relative tolerances reject right answers near zero and absolute ones accept zeros, so one number
is used per array: max|got - want| / max|want|, in units of eps of the dtype. An output of zeros has error 1/eps,
whatever the magnitude. Booleans and integers must be equal. Where everything expected is zero, so must be the output.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import ml_dtypes
import numpy as np

from grader.protocol import Array, Make, Value

NDArray = np.ndarray[Any, Any]


class Match(StrEnum):
    """How close two arrays are, from closest to farthest."""

    BIT_EQUAL = "bit_equal"
    WITHIN_ULP = "within_ulp"
    WITHIN_TOLERANCE = "within_tolerance"
    WRONG = "wrong"


class Mismatch(StrEnum):
    """Why an output is refused, as the last part of a reason code."""

    STRUCTURE = "structure"
    SHAPE = "shape"
    DTYPE = "dtype"
    NOT_FINITE = "not_finite"
    VALUES = "mismatch"


@dataclass(frozen=True)
class Comparison:
    """The result for a whole output: the farthest leaf's match, or the first mismatch with its path and words."""

    match: Match
    scaled_error: float
    """max|got - want| / max|want| in eps, the largest over all leaves; inf when not comparable."""
    max_ulp: int | None
    """Largest distance in units in the last place, None for dtypes that have none."""
    mismatch: Mismatch | None = None
    path: str = ""
    words: str = ""
    worst: str = ""
    """The element that is farthest off, with both values. For sample cases only."""


BIT_EQUAL = Comparison(Match.BIT_EQUAL, 0.0, 0)
ULP_LIMIT = 4
"""Up to this many ulp a match is called `within_ulp`."""


def numpy_dtype(name: str) -> np.dtype[Any]:
    """Return the numpy dtype of a wire dtype name, bfloat16 included."""
    return np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype(name)


def to_numpy(array: Array) -> NDArray:
    """Return `array` as a read-only numpy array of the same dtype and shape."""
    return np.frombuffer(array.data, dtype=numpy_dtype(array.dtype)).reshape(array.shape)


def describe(value: Value) -> str:
    """Return the kind of a value in a few words: `float32[3, 4]`, `a tuple of 2`, `a float`."""
    match value:
        case Array():
            return f"{value.dtype}[{', '.join(map(str, value.shape))}]"
        case None:
            return "None"
        case list() | tuple() | dict():
            return f"a {type(value).__name__} of {len(value)}"
        case Make():
            return f"an instance of {value.name}"
    return f"{'an' if isinstance(value, int) and not isinstance(value, bool) else 'a'} {type(value).__name__}"


def compare(got: Value, want: Value, tolerance: float, path: str = "the output") -> Comparison:
    """Compare an output with the expected one; `tolerance` is in eps of each array's dtype."""
    if isinstance(want, Array):
        if not isinstance(got, Array):
            return _refuse(
                Mismatch.STRUCTURE, path, f"{path} is {describe(got)}; an array {describe(want)} is expected"
            )
        return _compare_arrays(got, want, tolerance, path)
    if isinstance(want, list | tuple):
        if type(got) is not type(want) or len(got) != len(want):
            return _refuse(Mismatch.STRUCTURE, path, f"{path} is {describe(got)}; {describe(want)} is expected")
        pairs = [(f"{path}[{i}]", g, w) for i, (g, w) in enumerate(zip(got, want, strict=True))]
        return _worst([compare(g, w, tolerance, at) for at, g, w in pairs])
    if isinstance(want, dict):
        if not isinstance(got, dict) or got.keys() != want.keys():
            keys = ", ".join(want)
            return _refuse(Mismatch.STRUCTURE, path, f"{path} is {describe(got)}; a dict with keys {keys} is expected")
        return _worst([compare(got[key], want[key], tolerance, f"{path}/{key}") for key in want])
    if type(got) is not type(want):
        return _refuse(Mismatch.STRUCTURE, path, f"{path} is {describe(got)}; {describe(want)} is expected")
    if got == want or (got != got and want != want):  # noqa: PLR0124 - NaN is the value that differs from itself
        return BIT_EQUAL
    return Comparison(Match.WRONG, float("inf"), None, Mismatch.VALUES, path, f"{path} has another value")


def same_bits(first: Value, second: Value) -> bool:
    """Say whether two outputs are equal in structure, dtype, shape and every bit."""
    if isinstance(first, Array) and isinstance(second, Array):
        return first == second
    if type(first) is not type(second):
        return False
    if isinstance(first, list | tuple):
        return len(first) == len(second) and all(map(same_bits, first, second))  # type: ignore[arg-type]  # same type
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same_bits(first[k], second[k]) for k in first)  # type: ignore[union-attr, index, call-overload]
    return repr(first) == repr(second)


def _refuse(mismatch: Mismatch, path: str, words: str) -> Comparison:
    return Comparison(Match.WRONG, float("inf"), None, mismatch, path, words)


def _worst(parts: list[Comparison]) -> Comparison:
    failed = next((part for part in parts if part.mismatch is not None), None)
    if failed is not None:
        return failed
    if not parts:
        return BIT_EQUAL
    order = list(Match)
    ulps = [part.max_ulp for part in parts]
    return Comparison(
        max((part.match for part in parts), key=order.index),
        max(part.scaled_error for part in parts),
        None if None in ulps else max(ulp for ulp in ulps if ulp is not None),
    )


def _compare_arrays(got: Array, want: Array, tolerance: float, path: str) -> Comparison:
    if got.shape != want.shape:
        words = f"{path} has shape {_shape(got)}; {_shape(want)} is expected"
        return _refuse(Mismatch.SHAPE, path, words)
    if got.dtype != want.dtype:
        return _refuse(Mismatch.DTYPE, path, f"{path} has dtype {got.dtype}; {want.dtype} is expected")
    if got.data == want.data:
        return BIT_EQUAL
    a, b = to_numpy(got), to_numpy(want)
    if got.dtype == "bool" or "int" in got.dtype:
        index = _first(a != b)
        words = f"{path} differs from the expected values"
        return Comparison(Match.WRONG, float("inf"), None, Mismatch.VALUES, path, words, _element(a, b, index, path))
    return _compare_inexact(a, b, tolerance, path)


def _compare_inexact(a: NDArray, b: NDArray, tolerance: float, path: str) -> Comparison:
    name = a.dtype.name
    wide = np.complex128 if a.dtype.kind == "c" else np.longdouble if name == "float64" else np.float64
    x, y = a.astype(wide), b.astype(wide)
    odd_x, odd_y = ~np.isfinite(x), ~np.isfinite(y)
    agree = ~(odd_x | odd_y) | (np.isnan(x) & np.isnan(y)) | (odd_x & odd_y & (x == y))
    if not agree.all():
        index = _first(~agree)
        words = f"{path} has a NaN or an infinity where a finite number is expected"
        if odd_y[index]:
            words = f"{path} lacks a NaN or an infinity that the reference has"
        return Comparison(
            Match.WRONG, float("inf"), None, Mismatch.NOT_FINITE, path, words, _element(a, b, index, path)
        )
    finite = ~odd_y
    difference = np.where(finite, np.abs(np.where(finite, x, 0) - np.where(finite, y, 0)), 0)
    scale = float(np.max(np.abs(np.where(finite, y, 0)), initial=0.0))
    largest = float(np.max(difference, initial=0.0))
    finfo: Any = ml_dtypes.finfo  # untyped in ml_dtypes
    eps = float(finfo(a.real.dtype if a.dtype.kind == "c" else a.dtype).eps)
    error = 0.0 if largest == 0 else float("inf") if scale == 0 else largest / scale / eps
    ulp = _max_ulp(a, b)
    if error <= tolerance and (largest < scale or largest == 0):  # a tolerance over 1/eps would accept zeros
        close = ulp is not None and ulp <= ULP_LIMIT
        return Comparison(Match.WITHIN_ULP if close else Match.WITHIN_TOLERANCE, error, ulp)
    index = np.unravel_index(int(np.argmax(difference)), a.shape)
    words = f"{path} differs from the expected values"
    return Comparison(Match.WRONG, error, ulp, Mismatch.VALUES, path, words, _element(a, b, index, path))


def _max_ulp(a: NDArray, b: NDArray) -> int | None:
    """Return the largest distance in representable steps, None where that has no meaning."""
    if a.dtype.kind == "c" or a.size == 0:
        return None
    bits = {2: np.int16, 4: np.int32, 8: np.int64}[a.dtype.itemsize]
    keys = []
    for array in (a, b):
        raw = array.view(bits).astype(object if bits is np.int64 else np.int64)
        lowest = -(2 ** (a.dtype.itemsize * 8 - 1))
        keys.append(np.where(raw < 0, lowest - raw, raw))
    return int(np.max(np.abs(keys[0] - keys[1])))


def _first(mask: NDArray) -> tuple[Any, ...]:
    return np.unravel_index(int(np.argmax(mask)), mask.shape)


def _shape(array: Array) -> str:
    return f"({', '.join(map(str, array.shape))}{',' if len(array.shape) == 1 else ''})"


def _element(a: NDArray, b: NDArray, index: tuple[Any, ...], path: str) -> str:
    place = f"[{', '.join(str(int(i)) for i in index)}]" if index else ""
    return f"{path}{place} is {a[index]!s}, expected {b[index]!s}"
