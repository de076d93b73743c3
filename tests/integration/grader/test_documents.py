"""Running the runnable blocks of a text in a real sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.documents import run_blocks

if TYPE_CHECKING:
    from grader.client import Grader

GIVEN = "import jax.numpy as jnp\n\ndef double(x):\n    return 2 * jnp.asarray(x)\n"


def document(*blocks: str) -> str:
    return "Text.\n\n" + "\n\n".join(f"```python run\n{block}\n```" for block in blocks)


def test_blocks_that_hold(grader: Grader) -> None:
    assert (
        run_blocks(document("assert double(2) == 4", "x = 1", "assert 'x' not in dir()"), "a.md", grader, given=GIVEN)
        is None
    )
    assert run_blocks("No code.", "a.md", grader) is None


def test_blocks_find_as_many_devices_as_asked_for(grader: Grader) -> None:
    text = document("import jax\nassert len(jax.devices()) == 8")
    assert run_blocks(text, "a.md", grader, devices=8) is None


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
    told = run_blocks(document(*blocks), "a.md", grader)
    assert told is not None
    assert [word for word in words if word not in told] == []
