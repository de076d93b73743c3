"""The largest number, and not the mean.
Class: numbers
Why: "`jnp.abs(outputs).mean()` of each layer".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
def run_layers(layer, x):
    x = layer(x)
    return x, jnp.abs(x).max()
