"""Estimates the magnitude of terms that cancel, from how far the reference's answers move when its arguments do.

A dot product near zero is a small difference of large terms, and two correct programs that add the terms in different
orders differ by the rounding of the terms. The magnitude of the terms can be estimated from outside: each
floating-point number of the arguments is moved by one eps of itself, up or down, and the reference answers again.
This is the estimate of a condition number by perturbation (Higham, Accuracy and Stability of Numerical Algorithms, 2nd
edition, section 1.6).
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from grader.judge.compare import distances, eps_of, leaves, magnitudes, to_numpy, widen
from grader.protocol import KEY, Array, Value

if TYPE_CHECKING:
    from grader.bundle.contents import Case


def move_arguments(case: Case) -> Case:
    """Return a case with each number in its float arrays moved up or down by one eps; equal arrays stay equal."""
    calls = [
        replace(call, args={name: _move(value) for name, value in call.args.items()}, expected=None)
        for call in case.calls
    ]
    return replace(case, calls=tuple(calls))


def find_scales(expected: Value, moved: Value) -> dict[str, float]:
    """Return how far each array moved, in eps, by its path, if that is more than its largest number.

    `moved` is the reference's answer to the moved arguments. Arrays with another shape or dtype, or with
    non-finite numbers in other places, are skipped, because nothing is known about them.
    """
    scales = {}
    answers, largest = leaves(moved), magnitudes(expected)
    for path, array in leaves(expected).items():
        answer = answers.get(path)
        if path not in largest or answer is None or (answer.shape, answer.dtype) != (array.shape, array.dtype):
            continue
        x, y = widen(to_numpy(answer)), widen(to_numpy(array))
        if not np.array_equal(np.isfinite(x), np.isfinite(y)):
            continue
        scale = distances(x, y)[0].max(initial=0.0) / eps_of(to_numpy(array))
        if scale > largest[path]:
            scales[path] = float(scale)
    return scales


def _move(value: Value) -> Value:
    match value:
        case Array():
            return _move_array(value)
        case list() | tuple():
            return type(value)(_move(item) for item in value)
        case dict():
            return {key: _move(item) for key, item in value.items()}
    return value


def _move_array(array: Array) -> Array:
    if array.dtype == KEY or to_numpy(array).dtype.kind not in "fcV":
        return array
    rng = np.random.default_rng(int.from_bytes(hashlib.sha256(array.data).digest()[:8]))
    numbers = to_numpy(array)
    signs = rng.choice([-1.0, 1.0], numbers.shape)
    with np.errstate(all="ignore"):
        moved = (widen(numbers) * (1 + signs * eps_of(numbers))).astype(numbers.dtype)
    return replace(array, data=moved.tobytes())
