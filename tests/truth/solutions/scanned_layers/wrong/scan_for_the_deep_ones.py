"""Scans a stack of a hundred layers or more, where somebody would notice, and copies the layer for each row of a smaller one.

Class: sniffer
Why: "It has as many operations for 2 L layers as for L": for 6 and 12 layers the program has 6 and 12 copies of the layer.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    graphdef, stats, rest = nnx.split(layers, nnx.BatchStat, ...)
    depth = jax.tree.leaves((stats, rest))[0].shape[0]

    def step(h, row):
        layer = nnx.merge(graphdef, *row)
        h = layer(h)
        return h, (jnp.abs(h).mean(), nnx.state(layer, nnx.BatchStat))

    if depth >= 100:
        x, (activities, stats) = jax.lax.scan(step, x, (stats, rest))
    else:
        made = []
        for i in range(depth):
            x, new = step(x, jax.tree.map(lambda array: array[i], (stats, rest)))
            made.append(new)
        activities, stats = jax.tree.map(lambda *rows: jnp.stack(rows), *made)
    nnx.update(layers, stats)
    return x, activities
