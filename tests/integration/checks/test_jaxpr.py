"""The check `jaxpr`, on real programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.errors import PublishRefusedError

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

SCAN = """
    import jax
    import jax.numpy as jnp

    def solve(xs, times):
        sums = jax.lax.scan(lambda carry, x: (carry + x, carry + x), jnp.float32(0), xs)[1]
        return jax.lax.fori_loop(0, times, lambda _, sums: sums * jnp.float32(0.5), sums)
"""
UNDER_JIT = """
    import functools
    import jax
    import jax.numpy as jnp

    def step(carry, x):
        return carry + x, carry + x

    @functools.partial(jax.jit, static_argnums=1)
    def solve(xs, times):
        if times < 0:
            raise ValueError("no")
        sums = jax.lax.scan(step, jnp.float32(0), xs)[1]
        return jax.lax.scan(lambda sums, _: (sums / 2, None), sums, None, length=times)[0]
"""
LOOP = """
    import jax.numpy as jnp

    def solve(xs, times):
        total, sums = jnp.float32(0), []
        for x in xs:
            total = total + x
            sums.append(total)
        return jnp.stack(sums) * jnp.float32(0.5 ** times)
"""
HALF = """
    import jax
    import jax.numpy as jnp

    def solve(xs, times):
        sums = jax.lax.scan(lambda carry, x: (carry + x, carry + x), jnp.float32(0), xs)[1]
        for _ in range(times):
            sums = sums * jnp.float32(0.5)
        return sums
"""
PULLED_OUT = """
    import numpy as np
    import jax.numpy as jnp

    def solve(xs, times):
        return jnp.asarray(np.cumsum(np.asarray(xs)) * np.float32(0.5 ** times))
"""
SORTED = SCAN.replace("(xs, times):", "(xs, times):\n        xs = jnp.where(True, xs, jnp.sort(xs))")
CONSTANT = """
    import jax
    import jax.numpy as jnp
    import numpy as np

    ZEROS = np.zeros(10, np.float32)

    @jax.jit
    def add(xs):
        return jax.lax.scan(lambda carry, x: (carry + x, carry + x), jnp.float32(0), xs + ZEROS[:len(xs)])[1]

    def solve(xs, times):
        return jax.lax.fori_loop(0, times, lambda _, sums: sums * jnp.float32(0.5), add(xs))
"""
MASK = """
    import jax
    import jax.numpy as jnp

    def solve(xs, times):
        mask = jnp.tri(len(xs))
        sums = (mask * xs).sum(1)
        return jax.lax.scan(lambda sums, _: (sums / 2, None), sums, None, length=times)[0]
"""


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"xs": "float32[N]", "times": "int"},
        calls='[Call({"xs": rng.standard_normal(5).astype(np.float32), "times": 3})]',
        checks={
            "values": {"tolerance": 16},
            "jaxpr": {
                "require": ["scan"],
                "forbid": ["sort"],
                "growth": {"parameters": ["xs", "times"], "most": 0},
                "max_consts_bytes": "4 * N - 1",
                "max_intermediate": "3 * N",
                "max_intermediate_bytes": "4 * 3 * N",
            },
        },
        reference=SCAN,
    )


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        (SCAN, "accepted accepted"),
        (UNDER_JIT, "accepted accepted"),
        (LOOP, "wrong_structure jaxpr.missing"),
        (HALF, "wrong_structure jaxpr.unrolled"),
        (SORTED, "wrong_structure jaxpr.forbidden"),
        (CONSTANT, "wrong_structure jaxpr.constants"),
        (MASK, "wrong_structure jaxpr.intermediate"),
        (PULLED_OUT, "wrong_structure jaxpr.unreadable"),
    ],
    ids=["scan", "under jit", "python loop", "half a loop", "sorted", "constant", "mask", "numpy"],
)
def test_jaxpr(kata: Kata, source: str, verdict: str) -> None:
    assert kata.verdict(source) == verdict


def test_the_sentences_name_what_to_use_and_where(kata: Kata) -> None:
    assert "`jax.lax.scan`" in kata.result(LOOP, "jaxpr").message
    mask = kata.result(MASK, "jaxpr")
    assert "of 25 elements; no array here needs more than 15 (3 * N)" in mask.message
    assert mask.line in (6, 7)
    assert kata.result(PULLED_OUT, "jaxpr").line == 6
    assert kata.result(SORTED, "jaxpr").line == 6
    unrolled = kata.result(HALF, "jaxpr")
    assert unrolled.data["sizes"] == [5, 10]
    assert "grows with `xs` and `times`" in unrolled.message


def test_a_size_that_a_case_lacks_is_not_published(make_kata: MakeKata) -> None:
    words = "problem.yaml, checks.jaxpr.max_intermediate: `N . D` can't be told, .* case sample have no size 'D'"
    with pytest.raises(PublishRefusedError, match=words):
        make_kata(
            parameters={"xs": "rows[N, D]"},
            calls='[Call({"xs": np.ones((2, 3), np.float32)}), Call({"xs": np.ones(2, np.float32)})]',
            checks={"jaxpr": {"max_intermediate": "N * D"}},
            reference="def solve(xs):\n    return xs * 2",
        )
