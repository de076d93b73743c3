"""The check `jaxpr`, on real programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

SCAN = """
    import jax
    import jax.numpy as jnp

    def solve(xs):
        return jax.lax.scan(lambda carry, x: (carry + x, carry + x), jnp.float32(0), xs)[1]
"""
LOOP = """
    import jax.numpy as jnp

    def solve(xs):
        total, sums = jnp.float32(0), []
        for x in xs:
            total = total + x
            sums.append(total)
        return jnp.stack(sums)
"""
PULLED_OUT = """
    import numpy as np
    import jax.numpy as jnp

    def solve(xs):
        return jnp.asarray(np.cumsum(np.asarray(xs)))
"""


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"xs": "float32[N]"},
        calls='[Call({"xs": rng.standard_normal(5).astype(np.float32)})]',
        checks={"values": {"tolerance": 16}, "jaxpr": {"require": ["scan"]}},
        reference=SCAN,
    )


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        (SCAN, "accepted accepted"),
        (LOOP, "wrong_structure jaxpr.missing"),
        (PULLED_OUT, "wrong_structure jaxpr.unreadable"),
    ],
    ids=["scan", "python loop", "numpy"],
)
def test_jaxpr(kata: Kata, source: str, verdict: str) -> None:
    assert kata.verdict(source) == verdict


def test_the_sentence_names_what_to_use(kata: Kata) -> None:
    assert "`jax.lax.scan`" in kata.result(LOOP, "jaxpr").message
