"""A scan with unroll=True, so that XLA can fuse operations across layers.

Class: growth
Why: "It has as many operations for 2 L layers as for L": the lowered program has a copy of the layer for each row, as the Python loop has.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    graphdef, stats, rest = nnx.split(layers, nnx.BatchStat, ...)

    def step(h, row):
        layer = nnx.merge(graphdef, *row)
        h = layer(h)
        return h, (jnp.abs(h).mean(), nnx.state(layer, nnx.BatchStat))

    y, (activities, stats) = jax.lax.scan(step, x, (stats, rest), unroll=True)
    nnx.update(layers, stats)
    return y, activities
