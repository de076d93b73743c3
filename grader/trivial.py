"""Answers that need no thought: zeros, ones, an argument echoed, one answer for all. No problem may accept them.

Nothing is run for this. Each trivial answer is compared with the reference's, on every call of every case, as a
submission's would be.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from grader.judge.compare import Match, compare, to_numpy
from grader.protocol import Array, Make, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.bundle import Case, CaseCall, Manifest

    Answer = Callable[[CaseCall], Value]


def find_trivial(manifest: Manifest, samples: Sequence[Case], pool: Sequence[Case]) -> list[str]:
    """Return, in words, the trivial answers that a submission could get through with.

    A submission faces all samples and `manifest.pool.draw` cases of the pool. It gets through where no sample and too
    few cases of the pool refuse it. Where a problem has its own checker in place of `values`, nothing can be said.
    """
    spec = manifest.checks.values
    if spec is None:
        return []

    def accepts(case: Case, answer: Answer) -> bool:
        return all(compare(answer(call), call.expected, spec.tolerance).match is not Match.WRONG for call in case.calls)

    found = []
    for words, answer in _answers(manifest, samples[0].calls[0]).items():
        easy = sum(accepts(case, answer) for case in pool)
        if all(accepts(case, answer) for case in samples) and easy >= manifest.pool.draw:
            found.append(f"{words} would be accepted: {easy} of {len(pool)} hidden cases take it, and every sample")
    return found


def _answers(manifest: Manifest, first: CaseCall) -> dict[str, Answer]:
    answers: dict[str, Answer] = {
        "an output of zeros": lambda call: _filled(call.expected, 0),
        "an output of ones": lambda call: _filled(call.expected, 1),
        "the first sample's answer, whatever the input": lambda _: first.expected,
    }
    for parameter in manifest.parameters:
        answers[f"`{parameter.name}` echoed"] = lambda call, name=parameter.name: call.args[name]  # type: ignore[misc]  # the default binds the name
    return answers


def _filled(value: Value, number: int) -> Value:
    """Return a value of the same structure, shapes and dtypes with `number` everywhere."""
    match value:
        case Array():
            return replace(value, data=np.full_like(to_numpy(value), number).tobytes())
        case bool() | int() | float():
            return type(value)(number)
        case list():
            return [_filled(item, number) for item in value]
        case tuple():
            return tuple(_filled(item, number) for item in value)
        case dict():
            return {key: _filled(item, number) for key, item in value.items()}
        case Make():
            return replace(value, fields={key: _filled(item, number) for key, item in value.fields.items()})
    return value
