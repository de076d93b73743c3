"""The number of the layer is its seed.
Class: key
Why: "Row `i` is what `make(width, rngs_i)` returns".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    for _, stream in rngs.items():
        stream()
    return nnx.vmap(lambda i: make(width, nnx.Rngs(jax.random.key(i))))(jnp.arange(depth))
