"""Runs the runnable blocks of a text in a real sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.protocol import Array
from grader.publishing.documents import BlocksRun, run_blocks
from grader.publishing.refusals.examples import ExampleCall

if TYPE_CHECKING:
    from grader.grading.client import Grader

GIVEN = "import jax.numpy as jnp\n\ndef double(x):\n    return 2 * jnp.asarray(x)\n"


def document(*blocks: str) -> str:
    return "Text.\n\n" + "\n\n".join(f"```python run\n{block}\n```" for block in blocks)


def test_blocks_that_hold(grader: Grader) -> None:
    text = document("assert double(2) == 4", "x = 1", "assert 'x' not in dir()")
    assert run_blocks(text, "a.md", grader, given=GIVEN) == BlocksRun()
    assert run_blocks("No code.", "a.md", grader) == BlocksRun()


def test_calls_of_the_entry_point_are_told(grader: Grader) -> None:
    calls = "import jax, numpy as np\ndouble(2)\ndouble(x=np.ones(1, np.float32))\ndouble(abs)\njax.jit(double)(3.0)"
    calls = calls.replace("double(abs)", "try:\n    double(abs)\nexcept TypeError:\n    pass")
    calls += (
        "\nfrom flax import nnx\ntry:\n    double([nnx.Linear(1, 1, rngs=nnx.Rngs(0))])\nexcept Exception:\n    pass"
    )
    ran = run_blocks(document(calls), "a.md", grader, given=GIVEN, entry_point="double", parameters=["x"])
    one = Array("float32", (1,), b"\0\0\x80?")
    assert ran.finding is None
    assert ran.shown[:3] == (
        ExampleCall("a.md:5", {"x": 2}),
        ExampleCall("a.md:6", {"x": one}),
        ExampleCall("a.md:8", {}),
    )
    assert all(call.args == {} for call in ran.shown[3:]), "no tracer and no model is one of a case"


def test_blocks_find_as_many_devices_as_asked_for(grader: Grader) -> None:
    text = document("import jax\nassert len(jax.devices()) == 8")
    assert run_blocks(text, "a.md", grader, devices=8) == BlocksRun()


@pytest.mark.parametrize(
    ("blocks", "words"),
    [
        (("x = 1\nassert x == 2",), ["a.md:5: ", "AssertionError", "assert x == 2"]),
        (("x = 1", "y = x"), ["a.md:8: ", "NameError"]),
        (("x = (",), ["a.md:4: ", "SyntaxError"]),
        (("raise SystemExit",), ["a.md:4: ", "SystemExit"]),
        (("import os\nos._exit(0)",), ["a.md: ", "ended its sandbox"]),
    ],
    ids=["an assertion", "names of another block", "no Python", "an exit", "the process ends"],
)
def test_the_first_that_fails_is_told_with_its_line(grader: Grader, blocks: tuple[str, ...], words: list[str]) -> None:
    told = run_blocks(document(*blocks), "a.md", grader).finding
    assert told is not None
    assert [word for word in words if word not in told] == []
