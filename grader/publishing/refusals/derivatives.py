"""Finds a reference whose own derivatives are not finite, although the check `gradients` promises that they are."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from grader.judge.compare import to_numpy
from grader.protocol import KEY, Array
from grader.publishing.refusals.leaves import leaves_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case
    from grader.protocol import Value


def find_infinite_derivatives(cases: Sequence[Case]) -> list[str]:
    """Return a finding for the first case for which the reference's derivatives have a NaN or an infinity."""
    for case in cases:
        if not is_finite(case.studies.get("gradients")):
            told = f"reference.py: its derivatives have a NaN or an infinity on case {case.name}"
            return [f"{told}, where checks.gradients promises finite ones; fix the reference, or change the case"]
    return []


def is_finite(value: Value) -> bool:
    """Return whether all numbers in a value are finite."""
    return all(map(_is_finite_leaf, leaves_of(value)))


def _is_finite_leaf(leaf: Value) -> bool:
    if isinstance(leaf, Array) and leaf.dtype != KEY:
        return bool(np.isfinite(to_numpy(leaf).astype(np.complex128)).all())
    return not isinstance(leaf, float) or math.isfinite(leaf)
