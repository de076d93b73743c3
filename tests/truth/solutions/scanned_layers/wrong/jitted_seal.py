"""Scans without jit, and sends all that comes out through a jitted function that returns what it gets.

Class: decoy
Why: "The work is done by one call of a function that nnx.jit or jax.jit makes once": the jitted function does none of it, and the scan outside is traced in each call.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def finish(y, activities, stats):
    return y, activities, stats


def run_layers(layers, x):
    graphdef, stats, rest = nnx.split(layers, nnx.BatchStat, ...)

    def step(h, row):
        layer = nnx.merge(graphdef, *row)
        h = layer(h)
        return h, (jnp.abs(h).mean(), nnx.state(layer, nnx.BatchStat))

    y, (activities, stats) = jax.lax.scan(step, x, (stats, rest))
    y, activities, stats = finish(y, activities, stats)
    nnx.update(layers, stats)
    return y, activities
