"""The jitted scan returns by how much each statistic changed, and the changes are added outside.

Class: half_eager
Why: the new statistics are computed by an addition outside of the jitted function, while all floating-point arithmetic must run in it and the statistics be what it returns.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def program(graphdef, statistics, others, x):
    def step(x, row):
        layer = nnx.merge(graphdef, *row)
        x = layer(x)
        changes = jax.tree.map(jnp.subtract, nnx.state(layer, nnx.BatchStat), row[0])
        return x, (changes, jnp.abs(x).mean())

    y, (changes, activities) = jax.lax.scan(step, x, (statistics, others))
    return y, activities, changes


def run_layers(layers, x):
    graphdef, statistics, others = nnx.split(layers, nnx.BatchStat, ...)
    y, activities, changes = program(graphdef, statistics, others, x)
    nnx.update(layers, jax.tree.map(jnp.add, statistics, changes))
    return y, activities
