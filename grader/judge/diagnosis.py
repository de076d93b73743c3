"""Says how a wrong array differs from the expected one: by rounding, a factor, a transpose, an old result.

A learner who reads "each value is twice the expected one" knows where to look; "differs" says nothing. The diagnosis is
made with NumPy in the judge's process. Arrays come from submissions, so those larger than `MAX_SIZE` are examined for
rounding only. For a hidden case only the kind of the difference is shown, in the words of `MEANINGS`
(`grader.judge.hidden`).
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import ml_dtypes
import numpy as np

from grader.judge.compare import Mismatch, to_numpy
from grader.judge.relations import (
    AXIS,
    MANY,
    OTHER_SHAPE,
    SAME_SHAPE,
    Kind,
    Pair,
    Relation,
    Sizes,
    find_factor,
    find_offset,
)
from grader.protocol import KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.judge.compare import Comparison, NDArray
    from grader.protocol import Array

logger = logging.getLogger(__name__)

MAX_SIZE: Final = 1 << 18
"""The maximum number of elements of an array that can be diagnosed."""
NEAR: Final = 32
"""In a relation, numbers are equal within this many eps of the largest, or within four times the tolerance."""
ROUNDING: Final = 64
"""An error of at most this many times the tolerance is called rounding if it is small relative to the numbers."""
SMALL: Final = 1e-2
"""An error larger than this fraction of the largest number isn't called rounding."""
REGULAR: Final = 8
"""Errors of more than this many times the tolerance are no rounding if one constant explains them to within it."""
EXACT: Final = 1e-12
"""Whole numbers count as equal within this fraction of the largest."""
OLD: Final = 1e-5
"""How close a factor or an offset must be to what an old number explains, relative to the numbers."""
MAX_AXIS: Final = 3
"""The maximum number of axes of an argument for which reductions are tried."""
REDUCTIONS: Final[tuple[Callable[..., Any], ...]] = (
    *(np.sum, np.mean, np.max, np.min, np.prod, np.std, np.var, np.argmax, np.argmin),
    lambda array, axis: np.linalg.norm(array, axis=axis),
    lambda array, axis: np.log(np.sum(np.exp(array), axis)),
)
"""What may have been done over a wrong axis; of truth values, the largest is any of them, and the smallest all."""

MEANINGS: Final[dict[Kind, str]] = {
    Kind.ROUNDING: "the difference is small, as if precision had been lost on the way",
    Kind.NOT_FINITE: "there are NaNs or infinities",
    Kind.ZERO: "all values are zero",
    Kind.STALE: "an earlier call should have returned this, or it is made from a number of an earlier call",
    Kind.SWAPPED: "two parts of the output are swapped",
    Kind.ARGUMENT: "an argument came back as it was",
    Kind.NEGATED: "the sign is reversed",
    Kind.SIGNS: "the magnitudes are right, but not all signs",
    Kind.FACTOR: "a constant factor is wrong",
    Kind.OFFSET: "a constant was added",
    Kind.TRANSPOSED: "the axes are in a different order",
    Kind.REVERSED: "the order is reversed",
    Kind.SHIFTED: "the values are off by one position",
    Kind.ORDER: "the values are right, but in a different order",
    Kind.AXIS: "the wrong axis was reduced, or one too many",
    Kind.FUNCTION: "the values are a function of the expected ones, such as the square",
    Kind.ROWS: "only some rows or entries are wrong",
    Kind.SHAPE: "the values are right, but in a different shape",
    Kind.PART: "a part is missing or extra",
}
"""What is shown for each kind in a hidden case."""


@dataclass(frozen=True)
class Known:
    """Arrays that a wrong array may equal, each with words for it, and the arguments of the call."""

    stale: Sequence[tuple[str, Array]] = ()
    """What earlier calls should have returned."""
    others: Sequence[tuple[str, Array]] = ()
    """The other parts of the expected output."""
    arguments: Sequence[tuple[str, Array]] = ()
    numbers: Sequence[tuple[str, float]] = ()
    """The arguments that are plain numbers."""
    earlier: Sequence[tuple[str, str, float]] = ()
    """The floats of earlier calls: the parameter, words for the call, and the number."""


def diagnose(result: Comparison, tolerance: float, known: Known) -> Relation | None:
    """Return how the arrays of a failed comparison are related; None if they have no known relation."""
    if result.leaf is None:
        return None
    got, want = result.leaf
    rounding = _find_rounding(result, want, tolerance)
    if result.mismatch not in (Mismatch.VALUES, Mismatch.NOT_FINITE, Mismatch.SHAPE):
        return None
    if max(_size(got), _size(want)) > MAX_SIZE or not _size(want) or got.dtype != want.dtype:
        return rounding
    try:
        with np.errstate(all="ignore"):
            if rounding is None:
                return _relate(got, want, tolerance, known)
            return _find_constant(got, want, tolerance * result.cancelled, known) or rounding
    except (ArithmeticError, ValueError):
        logger.exception("no relation could be looked for")
        return rounding  # the answer is wrong, whether or not it can be said how


def _relate(got: Array, want: Array, tolerance: float, known: Known) -> Relation | None:
    for kind, arrays, words in (
        (Kind.STALE, known.stale, "It equals {}: an old result, or one made from old values."),
        (Kind.SWAPPED, known.others, "It equals {}."),
        (Kind.ARGUMENT, known.arguments, "It equals the argument {}, unchanged."),
    ):
        for name, array in arrays:
            if _same(got, array) and not _same(want, array) and _size(array) > (0 if kind is Kind.STALE else 1):
                named = f"`{name}`" if kind is Kind.ARGUMENT else name
                return Relation(kind, words.format(named))
    if want.dtype == KEY:
        return None
    pair = Pair(_wide(got), _wide(want), _nearness(want, tolerance), boolean=want.dtype == "bool")
    sizes = _sizes(want, known)
    for find in SAME_SHAPE if got.shape == want.shape else OTHER_SHAPE:
        found = find(pair, sizes)
        if found is not None:
            return _find_old_number(found, known) or found
    return _find_axis(pair, known)


def _find_old_number(found: Relation, known: Known) -> Relation | None:
    """Return which number of an earlier call, used in place of this call's, explains a factor or an offset."""
    factor, offset, now = found.data.get("factor"), found.data.get("offset"), dict(known.numbers)
    for name, call, old in known.earlier:
        new = now.get(name, old)
        scale = abs(old) + abs(new)
        by_factor = isinstance(factor, float) and abs(factor * new - old) <= OLD * scale
        by_offset = isinstance(offset, float) and abs(abs(offset) - abs(old - new)) <= OLD * scale
        if old != new and (by_factor or by_offset):
            words = f"That is the result of using the `{name}` of {call}, {old:.6g}, instead of this call's {new:.6g}."
            return Relation(Kind.STALE, words, {"parameter": name, "old": float(old), "new": float(new)})
    return None


def _find_rounding(result: Comparison, want: Array, tolerance: float) -> Relation | None:
    """Return that an error is one of rounding, judging by its size alone."""
    error = result.scaled_error
    small = error <= ROUNDING * tolerance and (error * _eps(want) <= SMALL or error <= 2 * tolerance)
    if result.mismatch is not Mismatch.VALUES or not small:
        return None
    measure = "the terms that cancel" if result.cancelled > 1 else "the largest expected value"
    words = (
        f"It is off by {error:.3g} eps of {measure}, where {tolerance:g} are allowed: the formula seems right, and "
        "precision is lost on the way."
    )
    return Relation(Kind.ROUNDING, words, {"eps": round(error, 3), "allowed": tolerance})


def _find_constant(got: Array, want: Array, tolerance: float, known: Known) -> Relation | None:
    """Return the factor or the offset that explains a small error of many numbers, each to within the tolerance.

    If the expected numbers are nearly equal, a factor explains them as well as an offset does: then neither is told.
    """
    pair = Pair(_wide(got), _wide(want), tolerance * _eps(want))
    wrong = ~replace(pair, near=REGULAR * pair.near).agree(pair.got, pair.want)
    fits = [fit for fit in (find_factor(pair, {}), find_offset(pair, {})) if fit is not None]
    if len(fits) != 1 or wrong.sum() < MANY or fits[0].data.get("factor") == 1:
        return None
    [found] = fits
    factor = found.data.get("factor")
    what = found.words if factor is None else f"Each value is {factor} times the expected one."
    words = (
        f"{what} So regular an error comes from a wrong constant, or from one imprecise number that all values share."
    )
    return _find_old_number(found, known) or replace(found, words=words)


def _same(got: Array, other: Array) -> bool:
    return got.dtype == other.dtype and got.shape == other.shape and got.data == other.data


def _find_axis(pair: Pair, known: Known) -> Relation | None:
    """Return which other axis of an argument was reduced, judging by the numbers.

    If the shapes differ, the expected numbers may be made from a reduction in any way, so their shape is enough.
    """
    if len(np.unique(pair.got)) < 2:  # noqa: PLR2004 - a single number may be equal by chance
        return None
    for name, array in known.arguments:
        if not 2 <= len(array.shape) <= MAX_AXIS or not 0 < _size(array) <= MAX_SIZE or array.dtype == KEY:  # noqa: PLR2004
            continue
        wide = _wide(array)
        mine, theirs = (_list_reduced(pair, numbers, wide) for numbers in (pair.got, pair.want))
        words = "over axis {} is expected"
        if not theirs and pair.got.shape != pair.want.shape:
            theirs = [axis for axis in range(wide.ndim) if _without(wide.shape, axis) == pair.want.shape]
            words = "reduced over axis {} it would have the expected shape"
        if len(mine) == len(theirs) == 1 and mine != theirs:
            words = f"That is `{name}` reduced over axis {mine[0]}; {words.format(theirs[0])}."
            return Relation(Kind.AXIS, words, {"axis": mine[0], "expected": theirs[0]})
    return None


def _list_reduced(pair: Pair, numbers: NDArray, argument: NDArray) -> list[int]:
    """Return the axes of an argument of which one reduction or another gives the numbers."""
    axes = [axis for axis in range(argument.ndim) if _without(argument.shape, axis) == numbers.shape]
    return [axis for axis in axes if any(pair.equal(numbers, reduce(argument, axis)) for reduce in REDUCTIONS)]


def _without(shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
    return (*shape[:axis], *shape[axis + 1 :])


def _sizes(want: Array, known: Known) -> Sizes:
    """Return the axis sizes and whole numbers that a factor may come from, with words for each."""
    found: dict[int, list[str]] = {
        int(value): [f"`{name}`"] for name, value in known.numbers if float(value).is_integer()
    }
    for name, shape in [*((f"`{name}`", array.shape) for name, array in known.arguments), ("the output", want.shape)]:
        for axis, size in enumerate(shape):
            place = f"axis {axis} of {name}" if len(shape) > 1 else name
            found.setdefault(size, []).append(f"{AXIS} {place}")
    return {size: " and ".join(words[:2]) for size, words in found.items() if size > 2}  # noqa: PLR2004 - "twice" says it


def _wide(array: Array) -> NDArray:
    plain = to_numpy(array)
    return plain.astype(np.complex128 if plain.dtype.kind == "c" else np.float64)


def _size(array: Array) -> int:
    return int(np.prod(array.shape, dtype=np.int64))


def _eps(array: Array) -> float:
    kind = to_numpy(array).dtype
    if array.dtype == KEY or kind.kind in "biu":
        return 0.0
    finfo: Any = ml_dtypes.finfo  # untyped in ml_dtypes
    return float(finfo(np.zeros(0, kind).real.dtype).eps)


def _nearness(want: Array, tolerance: float) -> float:
    return min(max(max(NEAR, 4 * tolerance) * _eps(want), EXACT), SMALL)
