"""The scan runs without a jitted function.
Class: half_eager
Why: "The work is done by one call of a function that `nnx.jit` or `jax.jit` makes".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
def run_layers(layer, x):
    x = layer(x)
    return x, jnp.abs(x).mean()
