"""Finds names and labels that reveal an expected value, of samples and of hidden cases whose labels are public."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

import numpy as np

from grader.judge.compare import to_numpy
from grader.protocol import KEY, Array
from grader.publishing.refusals.leaves import leaves_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case, CaseCall
    from grader.protocol import Value

NUMBER: Final = re.compile(r"(?<![\w.])(?<!\w-)-?(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d{2,})(?![\w.]*\w)")
"""Matches numbers that reveal something: a single digit may occur anywhere, and `float16` and `hidden-12` are names."""
LEAST_TEXT: Final = 3
"""The minimum length of an expected text that is searched for."""
CLOSE: Final = 1e-6
MAX_NUMBERS: Final = 16
"""Arrays of more numbers are skipped: no label reveals one, and one of its numbers may match a label by chance."""
COARSE: Final = ("float16", "bfloat16")
"""Numbers of these dtypes, which have 8 to 11 bits, may equal others by chance."""


def find_telling_labels(cases: Sequence[Case]) -> list[str]:
    """Return a finding for each case whose name or label, or a call's, has a number or text of an expected output.

    Values and sizes that occur in the call's arguments are no secret.
    """
    found = []
    for case in cases:
        held = [told for call in case.calls if (told := _find_in(case, call)) is not None]
        if held:
            text, word = held[0]
            where = f"cases.py, case {case.name}: the text {text!r} holds {word}"
            found.append(f"{where}, which is expected there and which learners read; label it by what goes in")
    return found


def _find_in(case: Case, call: CaseCall) -> tuple[str, str] | None:
    """Return a text of a call, and the expected value in it; None if there is none."""
    known = [number for value in call.args.values() for number in (*_numbers_in(value), *_sizes_in(value))]
    known += [*_sizes_in(call.expected), *_sizes_in(list(call.args.values()))]
    secret = sorted(set(_numbers_in(_few_and_fine(call.expected))) - set(known))
    words = [leaf for leaf in leaves_of(call.expected) if isinstance(leaf, str) and len(leaf) >= LEAST_TEXT]
    for text in (case.name, case.label, call.label):
        for word in NUMBER.findall(text):
            if any(math.isclose(float(word), number, rel_tol=CLOSE) for number in secret):
                return text, word
        for word in words:
            if word in text:
                return text, word
    return None


def _few_and_fine(value: Value) -> Value:
    """Return the leaves of a value that a label could reveal."""
    return [
        leaf
        for leaf in leaves_of(value)
        if not isinstance(leaf, Array) or (math.prod(leaf.shape) <= MAX_NUMBERS and leaf.dtype not in COARSE)
    ]


def _numbers_in(value: Value) -> list[float]:
    numbers: list[float] = []
    for leaf in leaves_of(value):
        if isinstance(leaf, Array) and leaf.dtype != KEY:
            numbers += to_numpy(leaf).astype(np.complex128).real.ravel().tolist()
        elif isinstance(leaf, int | float):
            numbers.append(float(leaf))
    return numbers


def _sizes_in(value: Value) -> list[float]:
    """Return the sizes of the arrays in a value, and the number of arrays."""
    arrays = [leaf for leaf in leaves_of(value) if isinstance(leaf, Array)]
    return [float(len(arrays)), *(float(size) for array in arrays for size in array.shape)]
