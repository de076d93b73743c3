"""A scan that XLA gets as a copy of the layer for each row.
Class: growth
Why: "Write a program that does not grow with the depth".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    @nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0), unroll=True)
    def step(layer, x):
        x = layer(x)
        return x, jnp.abs(x).mean()

    return step(layers, x)
