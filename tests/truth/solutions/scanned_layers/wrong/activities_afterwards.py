"""The jitted scan returns the outputs of all layers, and the means are taken of these afterwards.

Class: half_eager
Why: "All floating-point arithmetic runs in the jitted function": abs and mean run eagerly, after it.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
def run_rows(h, layer):
    h = layer(h)
    return h, h


@nnx.jit
def run_stack(layers, x):
    return run_rows(x, layers)


def run_layers(layers, x):
    y, outputs = run_stack(layers, x)
    return y, jnp.abs(outputs).mean(axis=(1, 2))
