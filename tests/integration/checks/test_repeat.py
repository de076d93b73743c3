"""The check `repeat` with calls in a different order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

RIGHT = """
    import jax
    import jax.numpy as jnp

    @jax.jit
    def solve(x):
        return jnp.sin(x) * x.sum()
"""
KEEPS_A_CACHE = """
    import jax.numpy as jnp

    CACHE = {}

    def solve(x):
        if x.shape not in CACHE:
            CACHE[x.shape] = jnp.sin(x) * x.sum()
        return CACHE[x.shape]
"""
KEEPS_A_RIGHT_CACHE = KEEPS_A_CACHE.replace("x.shape", "x.tobytes()")
COUNTS_CALLS = """
    import jax.numpy as jnp

    CALLS = [0]

    def solve(x):
        CALLS[0] += 1
        return jnp.sin(x) * x.sum() * (1 if CALLS[0] <= 3 else 1.0000002)
"""
FINDS_NO_FIRST_CALL = """
    import jax.numpy as jnp

    FIRST = {}

    def solve(x):
        if x.shape == (3,):
            FIRST["total"] = x.sum()
        FIRST["total"]
        return jnp.sin(x) * x.sum()
"""
REGISTERS_A_NAME = f"""{RIGHT}
    from flax import nnx

    @nnx.register_variable_name("offset")
    class Offset(nnx.Variable): ...
"""
RETURNS_A_FUNCTION_LATER = COUNTS_CALLS.replace("return ", "return print if CALLS[0] > 3 else ")


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    """Three calls with different shapes: the state that one leaves behind isn't visible in the first round."""
    return make_kata(
        parameters={"x": "float32[N]"},
        calls='[Call({"x": rng.standard_normal(n).astype(np.float32)}) for n in (3, 4, 5)]',
        checks={"repeat": {"reordered": True}},
        reference=RIGHT,
    )


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        (RIGHT, "accepted accepted"),
        (KEEPS_A_RIGHT_CACHE, "accepted accepted"),
        (REGISTERS_A_NAME, "accepted accepted"),
        (COUNTS_CALLS, "wrong_answer repeat.order"),
        (RETURNS_A_FUNCTION_LATER, "wrong_answer repeat.order"),
        (FINDS_NO_FIRST_CALL, "wrong_answer repeat.raised"),
    ],
    ids=[
        "pure",
        "cache by value",
        "registers a name",
        "counts calls",
        "returns a function later",
        "needs the first call",
    ],
)
def test_repeat(kata: Kata, source: str, verdict: str) -> None:
    assert kata.verdict(source) == verdict


def test_the_sentences(kata: Kata) -> None:
    result = kata.result(COUNTS_CALLS, "repeat")
    assert result.message.startswith(
        "Call 1 returned a different result when the calls were made in a different order."
    )
    result = kata.result(FINDS_NO_FIRST_CALL, "repeat")
    assert result.message.startswith("`solve` raised an error when the calls were made again, in a different order.")
    assert result.line == 9
