"""`jax.jit` around `nnx.scan`.

Class: state
Why: `jax.jit` works on a copy of the module, so that after the call `layers` still holds the statistics from before.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
def step(h, layer):
    h = layer(h)
    return h, jnp.abs(h).mean()


@jax.jit
def run_layers(layers, x):
    return step(x, layers)
