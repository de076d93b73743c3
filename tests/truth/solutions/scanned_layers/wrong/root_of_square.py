"""Takes the absolute value as the root of the square.

Class: numbers
Why: outputs of 1e25 are allowed ("may be very large"), and their squares overflow: the activity is inf, not 1e25.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    def step(h, layer):
        h = layer(h)
        return h, jnp.sqrt(jnp.square(h)).mean()

    return step(x, layers)
