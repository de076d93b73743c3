"""The absolute value is the root of the square, which is 0 for numbers below 1e-23 and infinite above 2e19.
It breaks "`jnp.abs(outputs).mean()` of each layer", for very small or very large outputs.
Class: numbers
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    def one(x, layer):
        x = layer(x)
        return x, jnp.sqrt(x * x).mean()

    return one(x, layers)
