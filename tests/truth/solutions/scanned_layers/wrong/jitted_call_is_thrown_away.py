"""Calls the jitted function once, on a clone, and returns what a scan outside of it computes.

Class: decoy
Why: "All floating-point arithmetic runs in the jitted function. Results and statistics are what it returns": they come from an eager scan.
"""

import jax.numpy as jnp
from flax import nnx


def step(h, layer):
    h = layer(h)
    return h, jnp.abs(h).mean()


scan = nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))(step)


@nnx.jit
def warm_up(layers, x):
    return scan(x, layers)


def run_layers(layers, x):
    y, activities = warm_up(nnx.clone(layers), x)
    expected = (y.shape, activities.shape)
    y, activities = scan(x, layers)
    assert (y.shape, activities.shape) == expected
    return y, activities
