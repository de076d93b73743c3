"""`jax.jit` in place of `nnx.jit`, and no state comes back.
Class: state
Why: "After your call `layers` holds the new statistics".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
def run_layers(layer, x):
    x = layer(x)
    return x, jnp.abs(x).mean()
