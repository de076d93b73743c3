"""`nnx.scan` with its default axes: the carry first."""

import jax.numpy as jnp
from flax import nnx


@nnx.scan
def step(x, layer):
    x = layer(x)
    return x, jnp.abs(x).mean()


@nnx.jit
def run_layers(layers, x):
    return step(x, layers)
