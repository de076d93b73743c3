"""Layers under `vmap` get the same inputs.
Class: numbers
Why: "Each takes the outputs of the one before".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    outputs = nnx.vmap(lambda layer, x: layer(x), in_axes=(0, None))(layers, x)
    return outputs[-1], jnp.abs(outputs).mean(axis=(1, 2))
