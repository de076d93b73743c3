"""Compares an output with the expected one: structure, shape, dtype, finiteness, then a scaled error.

Method. Element-wise relative tolerances reject right answers near zero and absolute ones accept zeros, so one number
is used per array: max|got - want| / max|want|, in units of eps of the dtype. An output of zeros has error 1/eps,
whatever the magnitude. Booleans, integers and random keys must be equal. If all expected values are zero, the output
must be zero too. A Python float is compared like an array of one float32, which is what most of them were read from.

Terms that cancel leave a small number with the rounding errors of large ones: a dot product that happens to be near
zero, or a parameter that a training step brings there. A caller that knows how large the terms are passes `scales`: an
error is then measured against that magnitude if it is larger than max|want|, as far as zeros still don't pass.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

import ml_dtypes
import numpy as np

from grader.protocol import KEY, Array, Body, Build, Make, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

NDArray = np.ndarray[Any, Any]


class Match(StrEnum):
    """How close two arrays are, from closest to farthest."""

    BIT_EQUAL = "bit_equal"
    WITHIN_ULP = "within_ulp"
    WITHIN_TOLERANCE = "within_tolerance"
    WRONG = "wrong"


class Mismatch(StrEnum):
    """Why an output is rejected, as the last part of a reason code."""

    STRUCTURE = "structure"
    SHAPE = "shape"
    DTYPE = "dtype"
    NOT_FINITE = "not_finite"
    VALUES = "mismatch"
    ROUNDING = "rounding"


@dataclass(frozen=True)
class Comparison:
    """The result for a whole output: the farthest leaf's match, or the first mismatch with its path and words."""

    match: Match
    scaled_error: float
    """max|got - want| / scale in eps, the largest over all leaves; inf if not comparable."""
    max_ulp: int | None
    """The largest distance in units in the last place; None for dtypes that have none."""
    mismatch: Mismatch | None = None
    path: str = ""
    """Where the mismatch is, as in `params/kernel` or `[0][2]`; empty for the output itself."""
    words: str = ""
    leaf: tuple[Array, Array] | None = None
    """The output and the expected value there, if both are arrays. No value of a hidden case may be shown."""
    cancelled: float = 1.0
    """How many times larger than max|want| the terms are that a mismatch of numbers is measured against."""

    @property
    def drawable(self) -> tuple[Array, Array] | None:
        """`leaf`, if its arrays have the same shape and dtype."""
        return self.leaf if self.mismatch not in (Mismatch.SHAPE, Mismatch.DTYPE) else None


BIT_EQUAL = Comparison(Match.BIT_EQUAL, 0.0, 0)
ORDER = list(Match)
ULP_LIMIT = 4
"""A match within this many ulp is called `within_ulp`."""
MAX_CANCELLED: Final = 256.0
"""A given scale counts up to this many times max|want|."""
MAX_ERROR: Final = 0.5
"""A given scale is limited further, so that no error of more than this times max|want| is within the tolerance."""


def numpy_dtype(name: str) -> np.dtype[Any]:
    """Return the numpy dtype of a wire dtype name, bfloat16 included."""
    return np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype(name)


def to_numpy(array: Array) -> NDArray:
    """Return `array` as a read-only numpy array of the same dtype and shape; random keys as uint32[..., 2]."""
    if array.dtype == KEY:
        return np.frombuffer(array.data, dtype=np.uint32).reshape((*array.shape, 2))
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
        case Body():
            return f"the function {value.name}"
        case Build():
            return f"what {value.name} builds"
    return f"{'an' if isinstance(value, int) and not isinstance(value, bool) else 'a'} {type(value).__name__}"


def compare(
    got: Value,
    want: Value,
    tolerance: float,
    *,
    least: Match = Match.WITHIN_TOLERANCE,
    root: str = "the output",
    scales: Mapping[str, float] | None = None,
) -> Comparison:
    """Compare an output with the expected one; `tolerance` is in eps of each array's dtype.

    An output that is farther off than `least`, but within the tolerance, is a mismatch of the kind `ROUNDING`. `root`
    names the whole output in sentences. `scales` gives, by path, the magnitude of the terms that a leaf was summed
    from.
    """
    return _Comparer(tolerance, least, root, scales or {}).compare(got, want, "")


def place(path: str, root: str = "the output") -> str:
    """Return words for a leaf of `root`."""
    return f"`{path}` of {root}" if path else root


@dataclass(frozen=True)
class _Comparer:
    tolerance: float
    least: Match
    root: str
    scales: Mapping[str, float] = field(default_factory=dict)

    def compare(self, got: Value, want: Value, path: str) -> Comparison:
        """Compare two values, leaf by leaf."""
        at = place(path, self.root)
        if isinstance(want, Array):
            if not isinstance(got, Array):
                return _refuse(
                    Mismatch.STRUCTURE, path, f"{at} is {describe(got)}; an array {describe(want)} is expected"
                )
            return self._compare_arrays(got, want, path)
        if isinstance(want, list | tuple):
            if type(got) is not type(want) or len(got) != len(want):
                return _refuse(Mismatch.STRUCTURE, path, f"{at} is {describe(got)}; {describe(want)} is expected")
            return _worst([self.compare(g, w, f"{path}[{i}]") for i, (g, w) in enumerate(zip(got, want, strict=True))])
        if isinstance(want, dict):
            if not isinstance(got, dict) or got.keys() != want.keys():
                return _refuse(Mismatch.STRUCTURE, path, f"{at} is {_differing_keys(got, want)}")
            return _worst([self.compare(got[key], want[key], f"{path}/{key}".removeprefix("/")) for key in want])
        if type(got) is not type(want):
            return _refuse(Mismatch.STRUCTURE, path, f"{at} is {describe(got)}; {describe(want)} is expected")
        if repr(got) == repr(want):
            return BIT_EQUAL
        if isinstance(want, float) and isinstance(got, float):
            return self._compare_inexact(np.asarray(got), np.asarray(want), path, float(np.finfo(np.float32).eps))
        plain = isinstance(want, str | int)
        told = f"is {repr(got)[:80]}; {repr(want)[:80]} is expected" if plain else "has a different value"
        return _refuse(Mismatch.VALUES, path, f"{at} {told}")

    def _compare_arrays(self, got: Array, want: Array, path: str) -> Comparison:
        at = place(path, self.root)
        if got.shape != want.shape:
            return _refuse(
                Mismatch.SHAPE, path, f"{at} has shape {_shape(got)}; {_shape(want)} is expected", (got, want)
            )
        if got.dtype != want.dtype:
            return _refuse(Mismatch.DTYPE, path, f"{at} has dtype {got.dtype}; {want.dtype} is expected", (got, want))
        if got.data == want.data:
            return BIT_EQUAL
        a, b = to_numpy(got), to_numpy(want)
        if a.dtype.kind in "biu":
            return _refuse(Mismatch.VALUES, path, f"{at} differs from the expected values", (got, want))
        result = self._compare_inexact(a, b, path, eps_of(a))
        return replace(result, leaf=(got, want)) if result.mismatch is not None else result

    def _compare_inexact(self, a: NDArray, b: NDArray, path: str, eps: float) -> Comparison:
        at = place(path, self.root)
        x, y = widen(a), widen(b)
        odd_x, odd_y = ~np.isfinite(x), ~np.isfinite(y)
        agree = ~(odd_x | odd_y) | (np.isnan(x) & np.isnan(y)) | (odd_x & odd_y & (x == y))
        if not agree.all():
            lacks = bool((odd_y & ~agree).any())
            told = "lacks a NaN or an infinity that the reference has"
            words = told if lacks else "has a NaN or an infinity where a finite number is expected"
            return _refuse(Mismatch.NOT_FINITE, path, f"{at} {words}")
        difference, largest_wanted = distances(x, y)
        most = max(1.0, min(MAX_CANCELLED, MAX_ERROR / (self.tolerance * eps)))
        scale = max(largest_wanted, min(self.scales.get(path, 0.0), most * largest_wanted))
        largest = float(np.max(difference, initial=0.0))
        error = 0.0 if largest == 0 else float("inf") if scale == 0 else largest / scale / eps
        ulp = _max_ulp(a, b)
        if error > self.tolerance or (largest >= largest_wanted and largest != 0):  # a large tolerance accepts no zeros
            words = f"{at} differs from the expected values"
            cancelled = scale / largest_wanted if largest_wanted else 1.0
            return Comparison(Match.WRONG, error, ulp, Mismatch.VALUES, path, words, cancelled=cancelled)
        match = Match.WITHIN_ULP if ulp <= ULP_LIMIT else Match.WITHIN_TOLERANCE
        if ORDER.index(match) > ORDER.index(self.least):
            asked = "every bit" if self.least is Match.BIT_EQUAL else f"{ULP_LIMIT} units in the last place"
            words = f"{at} equals the expected values within rounding, but not to {asked}"
            return Comparison(match, error, ulp, Mismatch.ROUNDING, path, words)
        return Comparison(match, error, ulp)


def distances(x: NDArray, y: NDArray) -> tuple[NDArray, float]:
    """Return |x - y|, zero where `y` is not finite, and max|y| of what is finite."""
    finite = np.isfinite(y)
    difference = np.where(finite, np.abs(np.where(finite, x, 0) - np.where(finite, y, 0)), 0)
    return difference, float(np.max(np.abs(np.where(finite, y, 0)), initial=0.0))


def magnitudes(value: Value) -> dict[str, float]:
    """Return the largest finite magnitude in each floating-point or complex array of a value, by path."""
    arrays = {path: to_numpy(array) for path, array in leaves(value).items() if array.dtype != KEY}
    return {path: distances(x := widen(array), x)[1] for path, array in arrays.items() if array.dtype.kind in "fcV"}


def leaves(value: Value, path: str = "") -> dict[str, Array]:
    """Return the arrays in a value by their paths, as `Comparison.path` writes them."""
    if isinstance(value, Array):
        return {path: value}
    if isinstance(value, list | tuple):
        parts = [leaves(item, f"{path}[{i}]") for i, item in enumerate(value)]
    elif isinstance(value, dict):
        parts = [leaves(item, f"{path}/{key}".removeprefix("/")) for key, item in value.items()]
    else:
        parts = []
    return {name: array for part in parts for name, array in part.items()}


def flatten(value: Value) -> list[Array]:
    """Return the arrays in a value, in the order in which JAX flattens it."""
    match value:
        case Array():
            return [value]
        case list() | tuple():
            return [array for item in value for array in flatten(item)]
        case dict():
            return [array for name in sorted(value) for array in flatten(value[name])]
    return []


def is_inexact(array: Array) -> bool:
    """Return whether an array holds floating-point or complex numbers."""
    return array.dtype != KEY and to_numpy(array).dtype.kind in "fcV"


def same_bits(first: Value, second: Value) -> bool:
    """Return whether two outputs are equal in structure, dtype, shape and every bit."""
    if isinstance(first, Array) and isinstance(second, Array):
        return first == second
    if type(first) is not type(second):
        return False
    if isinstance(first, list | tuple):
        return len(first) == len(second) and all(map(same_bits, first, second))  # type: ignore[arg-type]  # same type
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same_bits(first[k], second[k]) for k in first)  # type: ignore[union-attr, index, call-overload]
    return repr(first) == repr(second)


def _refuse(mismatch: Mismatch, path: str, words: str, leaf: tuple[Array, Array] | None = None) -> Comparison:
    return Comparison(Match.WRONG, float("inf"), None, mismatch, path, words, leaf)


def _differing_keys(got: Value, want: dict[str, Value]) -> str:
    """Return words for a value that is not a dict with the keys of `want`; surplus keys aren't named."""
    if not isinstance(got, dict):
        return f"{describe(got)}; a dict with keys {', '.join(want)} is expected"
    missing = ", ".join(f"`{key}`" for key in want if key not in got)
    lacks = f" without {missing}" if missing else ""
    return f"a dict of {len(got)}{lacks}; the keys {', '.join(want)} are expected"


def _worst(parts: list[Comparison]) -> Comparison:
    failed = next((part for part in parts if part.mismatch is not None), None)
    if failed is not None:
        return failed
    if not parts:
        return BIT_EQUAL
    ulps = [part.max_ulp for part in parts]
    return Comparison(
        max((part.match for part in parts), key=ORDER.index),
        max(part.scaled_error for part in parts),
        None if None in ulps else max(ulp for ulp in ulps if ulp is not None),
    )


def eps_of(array: NDArray) -> float:
    """Return the eps of an array's dtype, which must be floating-point or complex."""
    finfo: Any = ml_dtypes.finfo  # untyped in ml_dtypes
    return float(finfo(array.real.dtype if array.dtype.kind == "c" else array.dtype).eps)


def widen(array: NDArray) -> NDArray:
    """Return `array` in a dtype in which differences of its elements are exact, or nearly so."""
    if array.dtype.kind == "c":
        return array.astype(np.complex128)
    return array.astype(np.longdouble if array.dtype.name == "float64" else np.float64)


def _max_ulp(a: NDArray, b: NDArray) -> int:
    """Return the largest distance in representable steps, by part for complex numbers; all NaNs count as equal."""
    if a.size == 0:
        return 0
    if a.dtype.kind == "c":
        return max(_max_ulp(np.ascontiguousarray(part), np.ascontiguousarray(other)) for part, other in _parts(a, b))
    keys = []
    sign = np.uint64(2**63)
    bits = {2: np.int16, 4: np.int32, 8: np.int64}[a.dtype.itemsize]
    for array in (a, b):
        raw = array.view(bits).astype(np.int64)
        magnitude = (raw & np.int64(2 ** (a.dtype.itemsize * 8 - 1) - 1)).astype(np.uint64)
        keys.append(np.where(raw < 0, sign - magnitude, sign + magnitude))
    steps = np.maximum(*keys) - np.minimum(*keys)
    return int(np.max(np.where(np.isnan(a) & np.isnan(b), np.uint64(0), steps)))


def _parts(a: NDArray, b: NDArray) -> tuple[tuple[NDArray, NDArray], tuple[NDArray, NDArray]]:
    return (a.real, b.real), (a.imag, b.imag)


def _shape(array: Array) -> str:
    return f"({', '.join(map(str, array.shape))}{',' if len(array.shape) == 1 else ''})"
