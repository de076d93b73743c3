"""The activities are computed outside.
Class: half_eager
Why: "All floating-point arithmetic runs in the jitted function".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
def run(layer, x):
    x = layer(x)
    return x, x


def run_layers(layers, x):
    y, outputs = run(layers, x)
    return y, jnp.abs(outputs).mean(axis=(1, 2))
