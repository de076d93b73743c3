"""The activity of the inputs.
Class: numbers
Why: "`jnp.abs(outputs).mean()` of each layer".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
def run_layers(layer, x):
    return layer(x), jnp.abs(x).mean()
