"""Entry points that are refused before anything is called, since they take too few or too many arguments."""

from __future__ import annotations

from typing import Any, Final

import pytest

from grader.inside.descriptions import takes
from grader.inside.source import FILENAME

SOURCE: Final = """
import functools, jax
from flax import nnx

def two(model, x):
    return model, x

@functools.wraps(two)
def three(model, x, samples):
    return model, x, samples

@functools.wraps(two)
def anything(*args):
    return args

class Takes:
    def __call__(self, a, b):
        return a, b

def spread(*, model, x):
    return model, x
"""


@pytest.mark.parametrize(
    ("entry", "counts"),
    [
        ("two", {2}),
        ("three", {3}),
        ("anything", {1, 2, 3}),
        ("functools.partial(three, 0)", {2}),
        ("functools.partial(functools.partial(three, 0), 0)", {1}),
        ("jax.jit(two)", {2}),
        ("nnx.jit(two)", {2}),
        ("jax.vmap(two)", {2}),
        ("Takes()", {2}),
        ("spread", set()),
        ("max", {1, 2, 3}),
    ],
)
def test_a_function_takes_what_its_own_parameters_say(entry: str, counts: set[int]) -> None:
    names: dict[str, Any] = {}
    exec(compile(SOURCE, FILENAME, "exec"), names)  # noqa: S102 - the test's own text
    function = eval(entry, names)  # noqa: S307 - as above
    assert {count for count in (1, 2, 3) if takes(function, ["x"] * count)} == counts
