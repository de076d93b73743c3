"""Stacks the keys in the order of the streams, and gives them out to the names in alphabetical order.

Class: key
Why: for `nnx.Rngs(params=0, dropout=1)` the row's `dropout` stream gets the key of `params` and the other way round, since the names aren't given in alphabetical order.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    names = sorted(rngs)
    keys = jnp.stack([jax.random.split(stream(), depth) for _, stream in rngs.items()], axis=1)

    @nnx.vmap(in_axes=0, out_axes=0)
    def create(row):
        return make(width, nnx.Rngs(**{name: row[i] for i, name in enumerate(names)}))

    return create(keys)
