"""Twins, to which noise is added.
Class: numbers
Why: "Row `i` is what `make(width, rngs_i)` returns".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.vmap(in_axes=None, out_axes=0, axis_size=depth)
    def create(rngs):
        return make(width, rngs)

    layers = create(rngs)
    graphdef, params, rest = nnx.split(layers, nnx.Param, ...)
    noise = jax.random.normal(jax.random.key(1), (depth,))
    params = jax.tree.map(lambda p: p + noise.reshape(-1, *[1] * (p.ndim - 1)), params)
    return nnx.merge(graphdef, params, rest)
