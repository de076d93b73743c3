"""Pads the stack to a multiple of sixteen layers and skips the padding, so that many depths share a program.

Class: retrace
Why: for three layers and then five, the deeper stack isn't traced at all, while the table says once; and activities and statistics are cut out of what the jitted function returns.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx

PLACES = 16


@functools.partial(jax.jit, static_argnums=0)
def program(graphdef, depth, statistics, others, x):
    def step(carry, row):
        i, x = carry
        layer = nnx.merge(graphdef, *row)
        outputs = jnp.where(i < depth, layer(x), x)
        return (i + 1, outputs), (nnx.state(layer, nnx.BatchStat), jnp.abs(outputs).mean())

    (_, y), (statistics, activities) = jax.lax.scan(step, (jnp.int32(0), x), (statistics, others))
    return y, activities, statistics


def run_layers(layers, x):
    graphdef, *states = nnx.split(layers, nnx.BatchStat, ...)
    depth = jax.tree.leaves(states)[0].shape[0]
    extra = -depth % PLACES
    pad = lambda a: jnp.concatenate([a, jnp.broadcast_to(a[-1:], (extra, *a.shape[1:]))])
    y, activities, statistics = program(graphdef, jnp.int32(depth), *jax.tree.map(pad, states), x)
    nnx.update(layers, jax.tree.map(lambda a: a[:depth], statistics))
    return y, activities[:depth]
