"""Relations between a wrong array and the expected one, each found by a function that returns it, or None.

Each function takes a `Pair`: two arrays of float64 or complex128, and the distance within which numbers are equal.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pydantic import JsonValue

    from grader.judge.compare import NDArray

MAX_PERMUTED_AXES = 4
"""Arrays with more axes are not compared with their transposes."""
FITTED = 1e-3
"""How close a factor must be to a known one to get its name, relatively, if it is fitted to many numbers."""
MANY = 4
"""The least number of elements to which a factor can be fitted more exactly than each of them is known."""
MAX_LISTED = 4
"""The maximum number of rows that a sentence names one by one."""


Sizes = dict[int, str]
"""The axis sizes that a factor may come from, with words for each."""


AXIS: Final = "the size of"
"""How the words for the size of an axis begin."""


class Kind(StrEnum):
    """The kind of a difference. For a hidden case nothing else is shown."""

    ROUNDING = "rounding"
    NOT_FINITE = "not_finite"
    ZERO = "zero"
    STALE = "stale"
    SWAPPED = "swapped"
    ARGUMENT = "argument"
    NEGATED = "negated"
    SIGNS = "signs"
    FACTOR = "factor"
    OFFSET = "offset"
    TRANSPOSED = "transposed"
    REVERSED = "reversed"
    SHIFTED = "shifted"
    ORDER = "order"
    AXIS = "axis"
    FUNCTION = "function"
    ROWS = "rows"
    SHAPE = "shape"
    PART = "part"


@dataclass(frozen=True)
class Relation:
    """A difference, with a sentence about it, and its numbers as JSON for a picture."""

    kind: Kind
    words: str
    data: dict[str, JsonValue] = field(default_factory=dict)

    def as_json(self, *, hidden: bool) -> dict[str, JsonValue]:
        """Return the kind and, for sample cases, the numbers."""
        kind: dict[str, JsonValue] = {"kind": self.kind.value}
        return kind if hidden else kind | self.data


@dataclass(frozen=True)
class Pair:
    """A wrong array and the expected one."""

    got: NDArray
    want: NDArray
    near: float
    """How far apart equal numbers may be, relative to the largest expected magnitude."""
    boolean: bool = False
    """Whether the numbers are truth values, 0.0 or 1.0."""

    def equal(self, got: NDArray, want: NDArray) -> bool:
        """Return whether two arrays have the same shape and are equal within rounding."""
        return got.shape == want.shape and bool(self.agree(got, want).all())

    def agree(self, got: NDArray, want: NDArray) -> NDArray:
        """Return where two arrays of the same shape are equal within rounding, including numbers that aren't finite."""
        finite = want[np.isfinite(want)]
        scale = float(np.max(np.abs(finite), initial=0.0))
        same = (got == want) | (np.isnan(got) & np.isnan(want))
        return np.asarray(same | (np.abs(got - want) <= self.near * scale))

    @property
    def varied(self) -> bool:
        """Whether the expected array has at least two numbers that differ."""
        return self.want.size > 1 and not self.equal(np.broadcast_to(self.want.flat[0], self.want.shape), self.want)


def find_not_finite(pair: Pair, _: Sizes) -> Relation | None:
    """Find NaNs or infinities where finite numbers are expected."""
    odd = ~np.isfinite(pair.got) & np.isfinite(pair.want)
    if not odd.any():
        return None
    count, nans = int(odd.sum()), int(np.isnan(pair.got[odd]).sum())
    what = "NaN" if nans == count else "infinite" if nans == 0 else "NaN or infinite"
    number = "All values are" if count == odd.size else f"{count} of {odd.size} values {'is' if count == 1 else 'are'}"
    place = "" if count == odd.size else _tell_rows(odd)
    return Relation(Kind.NOT_FINITE, f"{number} {what}{place}.", {"count": count, "of": int(odd.size)})


def find_zero(pair: Pair, _: Sizes) -> Relation | None:
    """Find zeros everywhere."""
    if pair.got.any():
        return None
    return Relation(Kind.ZERO, f"All values are {'False' if pair.boolean else 'zero'}.")


def find_negated(pair: Pair, _: Sizes) -> Relation | None:
    """Find the opposite sign, everywhere or in some places."""
    if pair.boolean:
        opposite = pair.equal(1 - pair.got, pair.want)
        return Relation(Kind.NEGATED, "Each value is the opposite of the expected one.") if opposite else None
    if pair.equal(-pair.got, pair.want):
        return Relation(Kind.NEGATED, "Each value has the wrong sign.")
    if pair.want.dtype.kind == "c" or not pair.equal(np.abs(pair.got), np.abs(pair.want)):
        return None
    wrong = ~pair.agree(pair.got, pair.want)
    words = f"The magnitudes are right, and the sign is wrong for {int(wrong.sum())} of {wrong.size} values."
    return Relation(Kind.SIGNS, words, {"count": int(wrong.sum()), "of": int(wrong.size)})


def find_factor(pair: Pair, sizes: Sizes) -> Relation | None:
    """Find a constant factor, and name it if it is a known one."""
    norm = float(np.vdot(pair.want, pair.want).real)
    if norm == 0 or not math.isfinite(norm) or pair.boolean:
        return None
    factor = complex(np.vdot(pair.want, pair.got)) / norm
    ratio = factor.real
    if abs(factor.imag) > 1e-6 * abs(ratio) or ratio == 0 or not pair.equal(pair.got / ratio, pair.want / 1.0):
        return None
    width = min(8 * pair.near, FITTED) if pair.want.size >= MANY else pair.near
    named = next((name for value, name in _factors(sizes) if abs(ratio - value) <= width * value + 1e-12), None)
    if named is None and not (pair.varied and abs(ratio) < 1e6):  # noqa: PLR2004 - a larger one explains nothing
        return None
    words = f"Each value is {named or f'{ratio:.5g} times the expected one'}."
    return Relation(Kind.FACTOR, words, {"factor": float(f"{ratio:.6g}")})


def _factors(sizes: Sizes) -> list[tuple[float, str]]:
    """Return factors with words for them, the likeliest first."""
    found = [(2.0, "twice the expected one"), (0.5, "half of the expected one")]
    for size, what in sizes.items():
        n, few, named = float(size), size - 1, f"; {size} is {what}"
        total = mean = less = more = named
        if AXIS in what:  # sums and means are over an axis; an argument may be any factor
            total = f"{named}: a sum, where a mean or a single value is expected"
            mean = f"{named}: a mean, where a sum is expected"
            less, more = f", as if divided by {few} instead of {size}", f", as if divided by {size} instead of {few}"
        found += [
            (n, f"{size} times the expected one{total}"),
            (1 / n, f"the expected one divided by {size}{mean}"),
            (math.sqrt(n), f"the expected one times the square root of {size}, which is {what}"),
            (1 / math.sqrt(n), f"the expected one divided by the square root of {size}, which is {what}"),
            (n / (n - 1), f"the expected one times {size}/{few}{less}"),
            ((n - 1) / n, f"the expected one times {few}/{size}{more}"),
        ]
    return [
        *found,
        (math.sqrt(2), "the expected one times the square root of 2"),
        (math.sqrt(0.5), "the expected one divided by the square root of 2"),
        (math.pi, "the expected one times pi"),
        (1 / math.pi, "the expected one divided by pi"),
        (2 * math.pi, "the expected one times 2 pi"),
        (math.log(2), "the expected one times log(2), as if the logarithms had a different base"),
        (1 / math.log(2), "the expected one divided by log(2), as if the logarithms had a different base"),
    ]


def find_offset(pair: Pair, _: Sizes) -> Relation | None:
    """Find an added constant."""
    if not pair.varied or pair.boolean:
        return None
    offset = complex(np.mean(pair.got - pair.want))
    if offset.imag or not math.isfinite(offset.real) or not pair.equal(pair.got - offset.real, pair.want):
        return None
    words = f"Each value is the expected one {'plus' if offset.real > 0 else 'minus'} {abs(offset.real):.5g}."
    return Relation(Kind.OFFSET, words, {"offset": float(f"{offset.real:.6g}")})


def find_transposed(pair: Pair, _: Sizes) -> Relation | None:
    """Find the right numbers with the axes in a different order, or reversed."""
    if not pair.varied:
        return None
    axes = range(pair.got.ndim)
    orders = itertools.permutations(axes) if 1 < pair.got.ndim <= MAX_PERMUTED_AXES else ()
    for order in orders:
        if order != tuple(axes) and pair.equal(pair.got.transpose(order), pair.want):
            matrix = pair.got.ndim == 2  # noqa: PLR2004
            words = "It is transposed." if matrix else f"Its axes are swapped: `transpose({order})` puts them right."
            return Relation(Kind.TRANSPOSED, words, {"order": list(order)})
    for axis in axes if pair.got.shape == pair.want.shape else ():
        if pair.equal(np.flip(pair.got, axis), pair.want):
            words = f"The order is reversed{_along(axis, pair.got.ndim)}."
            return Relation(Kind.REVERSED, words, {"axis": axis})
    return None


def find_shifted(pair: Pair, _: Sizes) -> Relation | None:
    """Find values that are off by one position along an axis; the vacant place may hold anything."""
    for axis, size in enumerate(pair.want.shape):
        if size < 3:  # noqa: PLR2004 - of two one remains, which may be equal by chance
            continue
        got, want = np.moveaxis(pair.got, axis, 0), np.moveaxis(pair.want, axis, 0)
        for later, mine, theirs in ((True, got[1:], want[:-1]), (False, got[:-1], want[1:])):
            part = Pair(mine, theirs, pair.near)
            if part.varied and part.equal(mine, theirs):
                words = f"The values are one place too {'late' if later else 'early'}{_along(axis, pair.want.ndim)}."
                return Relation(Kind.SHIFTED, words, {"axis": axis, "by": 1 if later else -1})
    return None


def find_order(pair: Pair, _: Sizes) -> Relation | None:
    """Find the right numbers, or the right rows, in a different order."""
    if not pair.varied or pair.want.size < 3 or pair.boolean:  # noqa: PLR2004
        return None
    if not pair.equal(np.sort(pair.got, axis=None), np.sort(pair.want, axis=None)):
        return None
    if pair.want.ndim > 1:
        mine, theirs = (array.reshape(len(array), -1) for array in (pair.got, pair.want))
        if pair.equal(mine[np.lexsort(mine.T)], theirs[np.lexsort(theirs.T)]):
            return Relation(Kind.ORDER, "The rows are right, but in a different order.", {"rows": True})
    return Relation(Kind.ORDER, "The values are right, but in a different order.", {"rows": False})


def find_normalised(pair: Pair, _: Sizes) -> Relation | None:
    """Find values that sum to one along a different axis, such as those of a softmax."""
    if pair.want.ndim < 2 or pair.want.dtype.kind != "f":  # noqa: PLR2004
        return None
    sums = [
        [axis for axis in range(pair.want.ndim) if np.allclose(array.sum(axis), 1, atol=1e-3)]
        for array in (pair.got, pair.want)
    ]
    if len(sums[0]) != 1 or len(sums[1]) != 1 or sums[0] == sums[1]:
        return None
    words = f"It sums to one along axis {sums[0][0]}; along axis {sums[1][0]} is expected."
    return Relation(Kind.AXIS, words, {"axis": sums[0][0], "expected": sums[1][0]})


_FUNCTIONS: list[tuple[str, Callable[[NDArray], NDArray]]] = [
    ("the square of the expected one: a square root is missing", np.square),
    ("the square root of the expected one", np.sqrt),
    ("the reciprocal of the expected one", lambda x: 1 / x),
    ("the exponential of the expected one: a logarithm is missing", np.exp),
    ("the logarithm of the expected one", np.log),
    ("one minus the expected one", lambda x: 1 - x),
    ("the magnitude of the expected one", np.abs),
    ("the expected one, rounded", np.round),
]


def find_function(pair: Pair, _: Sizes) -> Relation | None:
    """Find a well-known function of the expected numbers."""
    if pair.want.dtype.kind != "f" or not pair.want.size or pair.boolean:
        return None
    for name, function in _FUNCTIONS:
        result = function(pair.want)
        if np.isfinite(result).all() and not pair.equal(result, pair.want) and pair.equal(pair.got, result):
            return Relation(Kind.FUNCTION, f"Each value is {name}.", {"function": name.partition(" of ")[0]})
    return None


def find_rows(pair: Pair, _: Sizes) -> Relation | None:
    """Find a few wrong rows, columns or entries while the others are right."""
    if pair.want.ndim == 0:
        return None
    wrong = ~pair.agree(pair.got, pair.want)
    for axis in dict.fromkeys((0, pair.want.ndim - 1)):
        lines = wrong.any(axis=tuple(other for other in range(wrong.ndim) if other != axis))
        if 0 < 2 * lines.sum() <= lines.size:
            where = [int(i) for i in np.flatnonzero(lines)]
            words = f"Only {_tell_lines(where, lines.size, axis, wrong.ndim)}; the others are right."
            data: dict[str, JsonValue] = {"axis": axis, "where": [*where[:32]], "of": int(lines.size)}
            return Relation(Kind.ROWS, words, data)
    return None


def _tell_lines(where: Sequence[int], size: int, axis: int, ndim: int) -> str:
    """Return words such as `row 3 of 8 is wrong`; positions count from 0."""
    one, many = ("entry", "entries") if ndim == 1 else ("row", "rows") if axis == 0 else ("column", "columns")
    if len(where) == 1:
        place = "first" if where[0] == 0 else "last" if where[0] == size - 1 else ""
        return f"the {place} of {size} {many} is wrong" if place else f"{one} {where[0]} of {size} (from 0) is wrong"
    named = f" (from 0: {', '.join(map(str, where))})" if len(where) <= MAX_LISTED else ""
    return f"{len(where)} of {size} {many} are wrong{named}"


def _tell_rows(odd: NDArray) -> str:
    """Return where the marked values are, if they are all in one row or column."""
    if odd.ndim < 2:  # noqa: PLR2004
        return ""
    for axis, name in ((0, "row"), (odd.ndim - 1, "column")):
        lines = np.flatnonzero(odd.any(axis=tuple(other for other in range(odd.ndim) if other != axis)))
        if len(lines) == 1 and odd.shape[axis] > 1:
            return f", all in {name} {int(lines[0])}"
    return ""


def find_shape(pair: Pair, _: Sizes) -> Relation | None:
    """Find the right numbers in a different shape."""
    if pair.got.size != pair.want.size or not pair.equal(pair.got.reshape(pair.want.shape), pair.want):
        return None
    return Relation(Kind.SHAPE, "The values are right and in the right order; only the shape is different.")


def find_reduced(pair: Pair, _: Sizes) -> Relation | None:
    """Find a mean, sum or extreme of the expected values, which means one reduction too many."""
    for axis in (None, *range(pair.want.ndim)) if pair.want.size > 1 else ():
        for name, reduce in (("mean", np.mean), ("sum", np.sum), ("largest", np.max), ("smallest", np.min)):
            found = np.asarray(reduce(pair.want, axis=axis))
            if pair.got.size == found.size and pair.equal(pair.got.reshape(found.shape), found):
                over = "" if axis is None or pair.want.ndim == 1 else f" over axis {axis}"
                return Relation(Kind.AXIS, f"It is the {name} of the expected values{over}: one reduction too many.")
    return None


def find_part(pair: Pair, _: Sizes) -> Relation | None:
    """Find the first or last part of what is expected, or more than that."""
    if pair.got.ndim == pair.want.ndim + 1 and len(pair.got):
        for index, name in ((-1, "last"), (0, "first")):
            if pair.equal(pair.got[index], pair.want):
                return Relation(Kind.PART, f"Only the {name} of its {len(pair.got)} entries along axis 0 is expected.")
    differing = [axis for axis, pair_of in enumerate(zip(pair.got.shape, pair.want.shape)) if len(set(pair_of)) > 1]  # noqa: B905
    if pair.got.ndim != pair.want.ndim or len(differing) != 1:
        return None
    axis = differing[0]
    got, want = np.moveaxis(pair.got, axis, 0), np.moveaxis(pair.want, axis, 0)
    few, many = sorted((got, want), key=len)
    if not len(few):
        return None
    lacks, count = len(got) < len(want), abs(len(got) - len(want))
    for place, part in (("last", many[: len(few)]), ("first", many[-len(few) :])):
        if pair.equal(few, part):
            what = f"{place} entry" if count == 1 else f"{place} {count} entries"
            are = "is" if count == 1 else "are"
            words = f"The {what} along axis {axis} {are} {'missing' if lacks else 'extra'}; the rest is right."
            return Relation(Kind.PART, words, {"axis": axis, "count": -count if lacks else count, "place": place})
    return None


def _along(axis: int, ndim: int) -> str:
    return f" along axis {axis}" if ndim > 1 else ""


SAME_SHAPE: tuple[Callable[[Pair, Sizes], Relation | None], ...] = (
    find_not_finite,
    find_zero,
    find_negated,
    find_factor,
    find_offset,
    find_transposed,
    find_shifted,
    find_order,
    find_normalised,
    find_function,
    find_rows,
)
"""Relations of two arrays of the same shape, the most telling first."""
OTHER_SHAPE: tuple[Callable[[Pair, Sizes], Relation | None], ...] = (
    find_transposed,
    find_shape,
    find_part,
    find_reduced,
)
"""Relations of two arrays of different shapes."""
