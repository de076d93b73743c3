"""A Python loop in the jitted program calls one jitted layer, so that the layer's text stands there only once.

Class: growth
Why: JAX traces the layer once, but the program has slices and a call for each row, and XLA puts the layer into each call: it must have as many operations for 2 L layers as for L.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def one_layer(graphdef, statistics, others, x):
    layer = nnx.merge(graphdef, statistics, others)
    x = layer(x)
    return x, nnx.state(layer, nnx.BatchStat), jnp.abs(x).mean()


@functools.partial(jax.jit, static_argnums=0)
def program(graphdef, statistics, others, x):
    depth = jax.tree.leaves((statistics, others))[0].shape[0]
    rows, activities = [], []
    for i in range(depth):
        row = jax.tree.map(lambda a: a[i], (statistics, others))
        x, new, activity = one_layer(graphdef, *row, x)
        rows.append(new)
        activities.append(activity)
    return x, jnp.stack(activities), jax.tree.map(lambda *arrays: jnp.stack(arrays), *rows)


def run_layers(layers, x):
    graphdef, statistics, others = nnx.split(layers, nnx.BatchStat, ...)
    y, activities, statistics = program(graphdef, statistics, others, x)
    nnx.update(layers, statistics)
    return y, activities
