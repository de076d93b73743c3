"""What a learner sees of an array that differs: its worst elements and a map of the errors.

This is for sample cases only, because no value of a hidden case is shown.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.judge.compare import NDArray, distances, eps_of, to_numpy
from grader.protocol import KEY

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.protocol import Array

MAX_WORST = 5
MAX_SIDE = 32
"""The maximum number of rows and columns of a map."""
LARGEST = 1e300
"""Stands for an unbounded error, from a NaN or an infinity on one side only, because JSON has no infinity."""


def draw(got: Array, want: Array, path: str, cancelled: float = 1.0) -> dict[str, JsonValue]:
    """Return the worst elements of two arrays with the same shape and dtype, and a map of their errors.

    Errors are in the units of the comparison: eps times the largest expected magnitude if the dtype has an eps, and
    plain differences otherwise; `cancelled` says how many times larger the terms are that an error is measured against.
    Of two random keys the error is 0 or 1. An array with more than two axes is mapped as rows of its last axis.
    """
    a, b = to_numpy(got), to_numpy(want)
    errors = _errors(a, b) / cancelled if got.dtype != KEY else np.asarray((a != b).any(axis=-1), np.float64)
    order = np.argsort(errors, axis=None, kind="stable")[::-1][:MAX_WORST]
    worst: list[JsonValue] = []
    for flat in order[errors.ravel()[order] > 0]:
        index = np.unravel_index(int(flat), errors.shape)
        worst.append(
            {
                "where": path + (f"[{','.join(str(int(i)) for i in index)}]" if index else ""),
                "got": _write(a[index]),
                "expected": _write(b[index]),
                "error": float(f"{errors[index]:.4g}"),
            }
        )
    return {"path": path, "worst": worst, "map": _map(errors)}


def _write(element: NDArray) -> str:
    """Return a number, or the words of a random key."""
    return f"the key {' '.join(map(str, element))}" if np.ndim(element) else str(element)[:60]


def tell(drawn: dict[str, JsonValue]) -> str:
    """Return words for the worst element in what `draw` returned."""
    worst: Any = drawn["worst"]
    if not worst:
        return "only the sign of a zero or the bits of a NaN differ"
    first = worst[0]
    where = f"`{first['where']}`" if first["where"] else "it"
    return f"{where} is {first['got']}, expected {first['expected']}"


def _errors(a: NDArray, b: NDArray) -> NDArray:
    """Return the error of each element, as float64 without NaNs and infinities."""
    if a.dtype.kind in "biu":
        difference = np.abs(a.astype(np.float64) - b.astype(np.float64))
        return np.where(a == b, 0.0, np.maximum(difference, 1.0))  # float64 rounds integers of more than 53 bits
    eps = eps_of(a)
    wide = np.complex128 if a.dtype.kind == "c" else np.float64
    x, y = a.astype(wide), b.astype(wide)
    same = (x == y) | (np.isnan(x) & np.isnan(y))
    with np.errstate(over="ignore", invalid="ignore"):
        difference, scale = distances(x, y)
        errors = difference / (scale or 1.0) / eps
    odd = ~np.isfinite(errors) | ~np.isfinite(x) | ~np.isfinite(y)
    return np.where(same, 0.0, np.where(odd, LARGEST, np.minimum(errors, LARGEST)))


def _map(errors: NDArray) -> JsonValue:
    """Return the largest error of each block, at most `MAX_SIDE` blocks on a side; None for a single number."""
    if errors.ndim == 0 or errors.size == 0:
        return None
    table = errors.reshape((-1, errors.shape[-1]))
    rows, columns = (_edges(size) for size in table.shape)
    blocks = np.maximum.reduceat(np.maximum.reduceat(table, rows, axis=0), columns, axis=1)
    return {
        "shape": list(errors.shape),
        "block": [math.ceil(size / MAX_SIDE) for size in table.shape],
        "errors": [[float(f"{error:.3g}") for error in row] for row in blocks],
    }


def _edges(size: int) -> NDArray:
    return np.arange(0, size, math.ceil(size / MAX_SIDE))
