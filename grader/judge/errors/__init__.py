"""Rules that explain exceptions in a learner's words: the first of `RULES` that fits is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.judge.errors.arrays import ARRAYS, IN_PLACE, SHAPES
from grader.judge.errors.nnx import NNX
from grader.judge.errors.python import GENERAL, NOTHING, PYTHON
from grader.judge.errors.sharding import SHARDING
from grader.judge.errors.tracing import TRACING
from grader.judge.errors.transforms import TRANSFORMS

if TYPE_CHECKING:
    from grader.judge.errors.rule import Rule

RULES: Final[list[Rule]] = [
    *IN_PLACE,
    *GENERAL,
    *NOTHING,
    *TRACING,
    *NNX,
    *TRANSFORMS,
    *SHARDING,
    *SHAPES,
    *ARRAYS,
    *PYTHON,
]
