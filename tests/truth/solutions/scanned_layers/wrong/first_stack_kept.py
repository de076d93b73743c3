"""The stack of the first call is used in all later ones.
Class: memory
Why: "Apply the layers one after the other".
"""

import jax.numpy as jnp
from flax import nnx

STACKS = {}


@nnx.jit
@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
def run(layer, x):
    x = layer(x)
    return x, jnp.abs(x).mean()


def run_layers(layers, x):
    return run(STACKS.setdefault(x.shape, layers), x)
