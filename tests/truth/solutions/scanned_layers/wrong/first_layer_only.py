"""A step always takes row 0.
Class: numbers
Why: "Apply the layers one after the other".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    graphdef, state = nnx.split(layers)
    first = jax.tree.map(lambda rows: rows[0], state)

    def step(x, row):
        layer = nnx.merge(graphdef, first)
        x = layer(x)
        return x, (jnp.abs(x).mean(), nnx.state(layer))

    y, (activities, state) = jax.lax.scan(step, x, state)
    nnx.update(layers, state)
    return y, activities
