"""Values as text."""

from __future__ import annotations

import numpy as np
import pytest

from app.domains.problems.preview import show_case, show_value
from grader.bundle.contents import Case, CaseCall
from grader.protocol import ITEM_SIZES, KEY, Array, Body, Build, Make, Value


def _array(value: object, dtype: str) -> Array:
    array = np.asarray(value, dtype=dtype)
    return Array(dtype, array.shape, array.tobytes())


def _key(words: list[int], shape: tuple[int, ...]) -> Array:
    return Array(KEY, shape, np.asarray(words, np.uint32).tobytes())


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (1.5, "1.5"),
        ("a'b", '"a\'b"'),
        ([1, 2], "[1, 2]"),
        ((1,), "(1,)"),
        ((1, 2.0), "(1, 2.0)"),
        ({"k": [True]}, "{'k': [True]}"),
        (_array([[1, 2], [3, 4]], "int32"), "int32[2, 2] [[1, 2], [3, 4]]"),
        (_array(0.5, "float32"), "float32[] 0.5"),
        (_array([], "float32"), "float32[0] []"),
        (Array("bfloat16", (1,), b"\x80\x3f"), "bfloat16[1] [1.]"),
        (_key([0, 42], ()), "key<fry>[] [ 0, 42]"),
        (_key([0, 1, 2, 3], (2,)), "key<fry>[2] [[0, 1], [2, 3]]"),
        (Body("wave"), "wave"),
        (Build("make_model", {"seed": 1}), "make_model(seed=1)"),
        (Make("Box", {"vec": _array([1.0], "float32"), "scale": 1}), "Box(vec=float32[1] [1.], scale=1)"),
    ],
)
def test_values_read_like_python(value: Value, text: str) -> None:
    assert show_value(value) == text


@pytest.mark.parametrize("dtype", ITEM_SIZES)
@pytest.mark.parametrize("shape", [(), (0,), (2, 3)])
def test_whatever_may_be_a_sample_can_be_shown(dtype: str, shape: tuple[int, ...]) -> None:
    """A value that can't be shown would break the list of all problems."""
    size = ITEM_SIZES[dtype] * int(np.prod(shape))
    assert show_value(Array(dtype, shape, bytes(size))).startswith(f"{dtype}[{', '.join(map(str, shape))}]")


def test_long_arrays_are_shown_by_their_ends() -> None:
    text = show_value(_array(range(1000), "float32"))
    assert text == "float32[1000] [ 0., 1., ..., 998., 999.]"


def test_a_case_has_a_line_for_each_call() -> None:
    calls = tuple(CaseCall(f"call {n}", {"x": n, "y": 0.5}, n * 2, None) for n in (1, 2))
    sample = show_case(Case("s1", "twice", calls))
    assert sample.inputs == "x=1, y=0.5\nx=2, y=0.5"
    assert sample.expected == "2\n4"
    assert [call.label for call in sample.calls] == ["call 1", "call 2"]
