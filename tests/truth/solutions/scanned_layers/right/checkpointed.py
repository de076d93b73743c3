"""With `nnx.remat` around the layer."""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    @nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
    @nnx.remat
    def step(layer, x):
        x = layer(x)
        return x, jnp.abs(x).mean()

    return step(layers, x)
