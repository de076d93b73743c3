"""A scan that is unrolled, because that runs a little faster.

Class: growth
Why: "It has as many operations for `2 L` layers as for `L`": with `unroll=True` there is a copy of the layer for each row.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    graphdef, state = nnx.split(layers)

    def step(h, row):
        layer = nnx.merge(graphdef, row)
        h = layer(h)
        return h, (jnp.abs(h).mean(), nnx.state(layer))

    y, (activities, state) = jax.lax.scan(step, x, state, unroll=True)
    nnx.update(layers, state)
    return y, activities
