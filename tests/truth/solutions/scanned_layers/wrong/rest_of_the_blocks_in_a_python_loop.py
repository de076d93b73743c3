"""Scans over blocks of ten layers, and runs the layers that are left over in a Python loop.

Class: growth
Why: five layers make five copies in the program, ten make one in a loop, and nineteen make ten: it must have as many operations for 2 L layers as for L.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx

BLOCK = 10


@functools.partial(jax.jit, static_argnums=0)
def program(graphdef, statistics, others, x):
    def step(x, row):
        layer = nnx.merge(graphdef, *row)
        x = layer(x)
        return x, (nnx.state(layer, nnx.BatchStat), jnp.abs(x).mean())

    rows = (statistics, others)
    depth = jax.tree.leaves(rows)[0].shape[0]
    whole = depth - depth % BLOCK
    parts = []
    if whole:
        blocks = jax.tree.map(lambda a: a[:whole].reshape(-1, BLOCK, *a.shape[1:]), rows)
        x, part = jax.lax.scan(lambda x, block: jax.lax.scan(step, x, block), x, blocks)
        parts.append(jax.tree.map(lambda a: a.reshape(whole, *a.shape[2:]), part))
    for i in range(whole, depth):
        x, part = step(x, jax.tree.map(lambda a: a[i], rows))
        parts.append(jax.tree.map(lambda a: a[None], part))
    statistics, activities = jax.tree.map(lambda *arrays: jnp.concatenate(arrays), *parts)
    return x, activities, statistics


def run_layers(layers, x):
    graphdef, statistics, others = nnx.split(layers, nnx.BatchStat, ...)
    y, activities, statistics = program(graphdef, statistics, others, x)
    nnx.update(layers, statistics)
    return y, activities
