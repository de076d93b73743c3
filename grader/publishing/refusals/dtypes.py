"""Finds dtypes that the manifest declares for a parameter, but that no case has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from grader.protocol import ITEM_SIZES, KEY, Array, Body, Build, Make
from grader.publishing.refusals.leaves import leaves_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case
    from grader.package.files import ProblemFile

DTYPE: Final = re.compile(rf"\b({'|'.join(name for name in ITEM_SIZES if name not in (KEY, 'bool'))})\b")


def find_missing_dtypes(problem: ProblemFile, cases: Sequence[Case]) -> list[str]:
    """Return a finding for each dtype that a parameter's `type` or `about` names, but that no case passes.

    Parameters that take a function, or whose arrays are made inside, by a class or by `bodies.py`, can't be examined.
    """
    found = []
    for parameter in problem.parameters:
        values = [call.args[parameter.name] for case in cases for call in case.calls]
        if any(isinstance(value, Make | Build | Body) for value in values):
            continue
        held = {leaf.dtype for value in values for leaf in leaves_of(value) if isinstance(leaf, Array)}
        named = dict.fromkeys(DTYPE.findall(f"{parameter.type} {parameter.about}"))
        for dtype in named:
            if dtype not in held:
                told = f"problem.yaml, parameters: `{parameter.name}` is declared with {dtype}, which no case has"
                found.append(f"{told}; add a case with {dtype} to cases.py, or take the dtype out")
    return found
