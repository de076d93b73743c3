"""Splits the first key of each stream, and counts one key more.

Class: key
Why: for streams from which keys were drawn before, the next key is another one: the rows are made from keys that were used already.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {}
    for name, stream in rngs.items():
        first = jax.random.fold_in(stream.key[...], jnp.uint32(0))
        keys[name] = jax.random.split(first, depth)
        stream.count[...] = stream.count[...] + 1

    @nnx.vmap(in_axes=0, out_axes=0)
    def create(keys):
        return make(width, nnx.Rngs(keys))

    return create(keys)
