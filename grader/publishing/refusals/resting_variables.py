"""Finds variables of models at their defaults in every case: a solution that skips them would not be noticed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.judge.compare import to_numpy
from grader.protocol import KEY, Array

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case

DEFAULTS: Final = (0.0, 1.0)
"""The numbers with which Flax layers fill biases, scales and statistics."""
KINDS: Final = ("(Param)", "(BatchStat)")


def find_resting_variables(cases: Sequence[Case]) -> list[str]:
    """Return a finding for each variable that is 0 everywhere, or 1 everywhere, before each call.

    Only the models of the check `final_state` are known, as they were given to the reference.
    """
    seen: dict[str, list[Array]] = {}
    for case in cases:
        for call in case.calls:
            for parameter, model in call.initial.items():
                for path, array in model.items() if isinstance(model, dict) else ():
                    if path.endswith(KINDS) and isinstance(array, Array) and array.dtype != KEY:
                        seen.setdefault(f"{parameter}.{path}", []).append(array)
    resting = [path for path, arrays in seen.items() if any(_is_filled(arrays, number) for number in DEFAULTS)]
    advice = "fill it with drawn numbers where bodies.py builds the model"
    return [
        f"bodies.py: `{path}` is at its default in every case, so that a solution may skip it; {advice}"
        for path in resting
    ]


def _is_filled(arrays: list[Array], number: float) -> bool:
    return all(bool((to_numpy(array) == number).all()) for array in arrays)
