"""The search for Pallas kernels, and for what a program computes outside of them."""

from __future__ import annotations

import textwrap
from typing import Any

import jax.numpy as jnp
import pytest

from grader.inside.source import FILENAME
from grader.inside.studies.jaxprs import make_jaxpr
from grader.inside.studies.kernels import KernelSearch

HEAD = """
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

def double(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2

ROW = pl.BlockSpec((1, 3), lambda i: (i, 0))
ROWS = pl.BlockSpec((2, 3), lambda i: (i, 0))
ALL = pl.BlockSpec(memory_space=pl.ANY)

def call(x, block=ROWS, grid=(2,), kernel=double, of=None, **options):
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, shape, grid=grid, in_specs=[of or block], out_specs=block, interpret=True, **options
    )(x)
"""
KERNELS = {
    "a ragged grid": ("call(x)", (2, 6, 1)),
    "a row for each step": ("call(x, ROW, (3,))", (3, 3, 1)),
    "everything in one step": ("pl.pallas_call(double, x, interpret=True)(x)", (1, 9, 1)),
    "an operand without a block": (
        "call(x, kernel=lambda x, o: double(x.at[pl.ds(0, 2)], o), of=ALL)",
        (2, 9, 1),
    ),
    "scratch arrays count": (
        "call(x, kernel=lambda x, o, s: double(x, o), scratch_shapes=[pltpu.VMEM((4, 3), jnp.float32)])",
        (2, 12, 1),
    ),
    "an axis that squeezes": (
        "call(x, pl.BlockSpec((None, 3), lambda i: (i, 0)), (3,))",
        (3, 3, 1),
    ),
    "mapped": ("jax.vmap(lambda row: pl.pallas_call(double, row, interpret=True)(row))(x)", (3, 3, 1)),
    "jitted": ("jax.jit(call)(x)", (2, 6, 1)),
    "in a branch": ("jax.lax.cond(x[0, 0] > 0, call, lambda x: x, x)", (2, 6, 1)),
    "in a loop": ("jax.lax.scan(lambda c, _: (call(c), None), x, None, length=4)[0]", (2, 6, 4)),
    "in a loop in a loop": (
        "jax.lax.fori_loop(0, 2, lambda _, x: jax.lax.fori_loop(0, 3, lambda _, x: call(x), x), x)",
        (2, 6, 6),
    ),
    "in a loop of unknown length": (
        "jax.lax.while_loop(lambda x: x[0, 0] < 9, call, x)",
        (2, 6, None),
    ),
    "a grid that depends on values": ("call(x, grid=(x[0, 0].astype(int),))", (None, 6, 1)),
}
OUTSIDE = {
    "call(jnp.pad(x, ((0, 1), (0, 0)), constant_values=-jnp.inf))[:3]": [],
    "jnp.stack([call(x.T[::-1].T)[0], jnp.zeros(3)]).reshape(-1).astype(jnp.float16)": [],
    "call(jnp.where(jnp.arange(3)[:, None] < 2, x, 1 / jnp.sqrt(3.0)))": [],
    "jax.jit(lambda x, scale: call(jnp.full_like(x, scale * 2)))(x, 2.0 * jnp.ones(()))": [],
    "jax.lax.scan(lambda c, row: (c, row), 0.0, call(x))[1]": [],
    "call(x * 2)": ["mul"],
    "call(x) + 0": ["add"],
    "jnp.where(False, call(x), jnp.sin(x))": ["sin"],
    "call(x).sum()": ["reduce_sum"],
    "jax.jit(jnp.cumsum)(call(x))": ["cumsum"],
    "jax.lax.scan(lambda c, row: (c + row, c), x[0], call(x))[1]": ["add"],
    "jnp.stack([x[0, 0] * 2, call(x)[0, 0]])": ["mul"],
    "call(x.at[0].add(x[1]))": ["scatter-add"],
    "jax.lax.reduce(call(x), 0.0, jax.lax.max, (0,))": ["reduce"],
}


def search(expression: str) -> KernelSearch:
    """Search the program of a submission that returns `expression`, of the argument `x`."""
    names: dict[str, Any] = {}
    source = textwrap.dedent(HEAD) + f"def solve(x):\n    return {expression}\n"
    exec(compile(source, FILENAME, "exec"), names)  # noqa: S102
    return KernelSearch(make_jaxpr(names["solve"], [jnp.ones((3, 3))]))


@pytest.mark.parametrize(("expression", "found"), KERNELS.values(), ids=KERNELS)
def test_a_kernel_is_found_with_its_steps_its_largest_block_and_its_calls(
    expression: str, found: tuple[int | None, int, int | None]
) -> None:
    (kernel,) = search(expression).kernels
    assert (kernel["steps"], kernel["block"]["size"], kernel["calls"]) == found
    assert kernel["line"] is not None


def test_a_loop_of_python_calls_as_many_kernels() -> None:
    assert len(search("[call(x) for _ in range(4)]").kernels) == 4


@pytest.mark.parametrize("expression", OUTSIDE)
def test_work_outside_of_kernels_is_found(expression: str) -> None:
    found = search(expression)
    assert list(found.outside) == OUTSIDE[expression]
    assert all(isinstance(line, int) for line in found.outside.values())
