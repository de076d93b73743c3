"""The entry point is the jitted function; `nnx.scan` runs a step in it, with layers first and the carry second."""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    @nnx.scan(in_axes=(0, nnx.Carry), out_axes=(0, nnx.Carry))
    def step(layer, h):
        h = layer(h)
        return jnp.mean(jnp.abs(h)), h

    activities, y = step(layers, x)
    return y, activities
