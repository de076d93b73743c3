"""The check `jaxpr`, on real programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.errors import PackageError, PublishRefusedError

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


TILES = """
    import jax
    import jax.numpy as jnp
    from jax.experimental import pallas as pl

    def double(x_ref, out_ref):
        out_ref[...] = x_ref[...] * 2

    def copy(x_ref, out_ref):
        out_ref[...] = x_ref[...]

    def tile(x, kernel, block, steps):
        spec = pl.BlockSpec((block, x.shape[1]), lambda i: (i, 0))
        return pl.pallas_call(kernel, x, grid=(steps,), in_specs=[spec], out_specs=spec, interpret=True)(x)

    def tile_often(x, block, often):
        spec = pl.BlockSpec((block, x.shape[1]), lambda i: (i, 0))
        grid = (pl.cdiv(len(x), block),)
        double_first = lambda x_ref, *refs: double(x_ref, refs[-1])
        return pl.pallas_call(double_first, x, grid=grid, in_specs=[spec] * often, out_specs=spec, interpret=True)(
            *[x] * often
        )

    def solve(x, block):
        return {}
"""
"""Kernels that get `block` rows of `x` in each step."""
KERNELS = {
    "tile(x, double, block, pl.cdiv(len(x), block))": "accepted accepted",
    "tile(jnp.pad(x, ((0, 1), (0, 0))), double, block, len(x) // block + 1)[:len(x)]": "accepted accepted",
    "tile(x, double, 1, len(x))": "accepted accepted",
    "jax.vmap(lambda row: tile(row[None], double, 1, 1)[0])(x)": "accepted accepted",
    "x * 2": "wrong_structure jaxpr.missing",
    "tile(x, double, len(x), 1)": "wrong_structure jaxpr.kernel_steps",
    "tile(x, double, len(x) - 1, 2)": "wrong_structure jaxpr.kernel_block",
    "tile_often(x, block, 2)": "accepted accepted",
    "tile_often(x, block, 3)": "wrong_structure jaxpr.kernel_block",
    "jnp.concatenate([tile(row[None], double, 1, 1) for row in x])": "wrong_structure jaxpr.kernel_calls",
    "jax.lax.map(lambda row: tile(row[None], double, 1, 1)[0], x)": "wrong_structure jaxpr.kernel_calls",
    "tile(x * 2, copy, block, len(x))": "wrong_structure jaxpr.kernel_outside",
    "[tile(x, double, block, len(x)), x * 2][1]": "wrong_structure jaxpr.kernel_outside",
    "jnp.where(True, x * 2, tile(x, double, block, len(x)))": "wrong_structure jaxpr.kernel_outside",
    "0 * tile(x, double, block, len(x)) + jnp.concatenate([x]) * 2": "wrong_structure jaxpr.kernel_outside",
}
"""What a solution returns, and its verdict."""


@pytest.fixture(scope="module")
def kernel_kata(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"x": "float32[N, D]", "block": "int"},
        calls='[Call({"x": rng.standard_normal((7, 3)).astype(np.float32), "block": 2})]',
        checks={
            "jaxpr": {
                "kernel": {"min_steps": 2, "max_steps": "N", "max_block": "block * D", "max_total": "3 * block * D"},
                "max_consts_bytes": 16,
            }
        },
        reference="def solve(x, block):\n    return x * 2",
        canonical=TILES.format(next(iter(KERNELS))),
    )


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
    assert "Rounds that each halve what is left, as in `jax.lax.associative_scan`, add up" in unrolled.message


def test_a_size_that_a_case_lacks_is_not_published(make_kata: MakeKata) -> None:
    words = "problem.yaml, checks.jaxpr.max_intermediate: `N . D` can't be determined, .* case sample have no size 'D'"
    with pytest.raises(PublishRefusedError, match=words):
        make_kata(
            parameters={"xs": "rows[N, D]"},
            calls='[Call({"xs": np.ones((2, 3), np.float32)}), Call({"xs": np.ones(2, np.float32)})]',
            checks={"jaxpr": {"max_intermediate": "N * D"}},
            reference="def solve(xs):\n    return xs * 2",
        )


@pytest.mark.parametrize("returned", KERNELS)
def test_kernels(kernel_kata: Kata, returned: str) -> None:
    assert kernel_kata.verdict(TILES.format(returned)) == KERNELS[returned]


def test_a_kernel_with_too_large_a_block_is_named_with_its_line(kernel_kata: Kata) -> None:
    result = kernel_kata.result(TILES.format("tile(x, double, len(x) - 1, 2)"), "jaxpr")
    assert "holds an array float32[6, 3], of 18 elements, where 6 (block * D) are allowed" in result.message
    assert result.line is not None


def test_a_limit_of_kernels_that_no_parameter_tells_is_not_published(make_kata: MakeKata) -> None:
    with pytest.raises(PackageError, match="no parameter's type has the size 'M'") as refused:
        make_kata(
            parameters={"x": "float32[N]"},
            calls='[Call({"x": np.ones(2, np.float32)})]',
            checks={"jaxpr": {"kernel": {"max_block": "M"}}},
            reference="def solve(x):\n    return x * 2",
        )
    assert refused.value.key == "checks.jaxpr.kernel.max_block"
