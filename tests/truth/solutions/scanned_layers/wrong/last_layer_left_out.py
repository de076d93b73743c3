"""The last layer is not applied to the result.
Class: numbers
Why: "the outputs of the last layer".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    @nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
    def step(layer, x):
        y = layer(x)
        return y, (x, jnp.abs(y).mean())

    _, (inputs, activities) = step(layers, x)
    return inputs[-1], activities
