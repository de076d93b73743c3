"""The order is reversed.
Class: numbers
Why: "from row 0 to row `L - 1`".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0), reverse=True)
def run_layers(layer, x):
    x = layer(x)
    return x, jnp.abs(x).mean()
