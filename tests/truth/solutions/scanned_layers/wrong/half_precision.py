"""The activities are rounded to 16 bits.
Class: dtype
Why: "equal up to rounding".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
def run_layers(layer, x):
    x = layer(x)
    return x, jnp.abs(x.astype(jnp.bfloat16)).mean().astype(jnp.float32)
