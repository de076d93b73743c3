"""The activities keep axes of length 1, which are squeezed away in the end: with a single layer, all of them.
It breaks the shape `(L,)` of `activities`, with "All sizes are at least 1".
Class: numbers
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    def one(x, layer):
        x = layer(x)
        return x, jnp.abs(x).mean(keepdims=True)

    y, activities = one(x, layers)
    return y, activities.squeeze()
