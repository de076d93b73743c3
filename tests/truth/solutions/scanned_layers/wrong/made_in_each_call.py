"""The jitted function is made in each call.
Class: retrace
Why: "makes when the file is loaded".
"""

import jax.numpy as jnp
from flax import nnx


def run_layers(layers, x):
    @nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
    def step(layer, x):
        x = layer(x)
        return x, jnp.abs(x).mean()

    return nnx.jit(step)(layers, x)
