"""The jitted scan returns the outputs of all layers, and their means are taken afterwards.

Class: half_eager
Why: "All floating-point arithmetic runs in the jitted function. Results and statistics are what it returns": the activities are computed outside.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
def step(h, layer):
    h = layer(h)
    return h, h


@nnx.jit
def run_all(layers, x):
    return step(x, layers)


def run_layers(layers, x):
    y, outputs = run_all(layers, x)
    return y, jnp.abs(outputs).mean((1, 2))
