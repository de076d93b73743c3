"""Trivial answers that no problem may accept: zeros, ones, an echoed argument, one answer for all, or a near miss.

Nothing is run for this. Each trivial answer is compared with the reference's on every call of every case, as a
submission's answer would be.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from grader.judge.compare import Match, NDArray, compare, eps_of, to_numpy
from grader.protocol import KEY, Array, Make, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.bundle.contents import Case, CaseCall, Manifest

    Answer = Callable[[CaseCall], Value]


def find_trivial(manifest: Manifest, samples: Sequence[Case], pool: Sequence[Case]) -> list[str]:
    """Return, in words, the trivial answers with which a submission could be accepted.

    A submission gets all samples and the drawn number of cases from the pool, or the whole pool if no number is
    declared. It could be accepted if no sample and too few cases of the pool refuse it.

    If a problem has its own checker instead of `values`, nothing can be said.
    """
    spec = manifest.checks.values
    if spec is None:
        return []

    def accepts(case: Case, answer: Answer) -> bool:
        return all(compare(answer(call), call.expected, spec.tolerance).match is not Match.WRONG for call in case.calls)

    found = []
    for words, answer in _answers(manifest, samples[0].calls[0], spec.tolerance).items():
        easy = sum(accepts(case, answer) for case in pool)
        if all(accepts(case, answer) for case in samples) and easy >= manifest.pool.count(len(pool)):
            found.append(f"{words} would be accepted: {easy} of {len(pool)} hidden cases take it, and every sample")
    return found


def _answers(manifest: Manifest, first: CaseCall, tolerance: float) -> dict[str, Answer]:
    answers: dict[str, Answer] = {
        "the first sample's answer, whatever the input": lambda _: first.expected,
    }
    kinds = _kinds_in(first.expected)
    if "number" in kinds:
        answers["an output of zeros"] = lambda call: _filled(call.expected, 0)
        answers["an output of ones"] = lambda call: _filled(call.expected, 1)
    if "text" in kinds:
        answers["an output of empty texts"] = lambda call: _filled(call.expected, 0)
    if kinds & {"number", "text"}:  # keys and None can't be nearly right
        answers["the right answer, off by twice the tolerance,"] = lambda call: _missed(call.expected, tolerance)
    for parameter in manifest.parameters:
        answers[f"`{parameter.name}` echoed"] = lambda call, name=parameter.name: call.args[name]  # type: ignore[misc]  # the default binds the name
    return answers


def _kinds_in(value: Value) -> set[str]:
    """Return the kinds of a value's leaves."""
    match value:
        case list() | tuple():
            parts = list(value)
        case dict():
            parts = list(value.values())
        case Make():
            parts = list(value.fields.values())
        case _:
            return {_kind_of(value)}
    return set().union(*map(_kinds_in, parts))


def _kind_of(leaf: Value) -> str:
    """Return the kind of a leaf: numbers, text, or another kind, such as a random key."""
    if isinstance(leaf, Array):
        return "other" if leaf.dtype == KEY else "number"
    return "text" if isinstance(leaf, str) else "number" if isinstance(leaf, int | float) else "other"


def _filled(value: Value, number: int) -> Value:
    """Return a value with the same structure, shapes and dtypes, with `number` everywhere and empty texts."""

    def fill(leaf: Value) -> Value:
        if isinstance(leaf, str):
            return ""
        return type(leaf)(number) if isinstance(leaf, bool | int | float) else leaf

    return _change(value, lambda array: np.full_like(array, number), fill)


def _missed(value: Value, tolerance: float) -> Value:
    """Return a value with its floating-point numbers off by twice a tolerance, in eps, and other leaves off by one."""
    units = max(2 * tolerance, 1.0)  # less than one eps would be lost in rounding

    def move(right: NDArray) -> NDArray:
        if right.dtype.kind not in "fcV":  # V: bfloat16
            return ~right if right.dtype.kind in "bu" else right + 1
        eps = eps_of(right)
        with np.errstate(all="ignore"):
            return (right * (1 + units * eps)).astype(right.dtype)

    def other(leaf: Value) -> Value:
        if isinstance(leaf, float):
            return leaf * (1 + units * float(np.finfo(np.float32).eps))
        if isinstance(leaf, bool):
            return not leaf
        return leaf + 1 if isinstance(leaf, int) else f"{leaf} " if isinstance(leaf, str) else leaf

    return _change(value, move, other)


def _change(value: Value, array: Callable[[NDArray], NDArray], leaf: Callable[[Value], Value]) -> Value:
    """Return a value of the same structure, with `array` applied to its arrays and `leaf` to its other leaves."""
    match value:
        case Array():
            return replace(value, data=array(to_numpy(value)).tobytes())
        case list():
            return [_change(item, array, leaf) for item in value]
        case tuple():
            return tuple(_change(item, array, leaf) for item in value)
        case dict():
            return {key: _change(item, array, leaf) for key, item in value.items()}
        case Make():
            return replace(value, fields={key: _change(item, array, leaf) for key, item in value.fields.items()})
    return leaf(value)
