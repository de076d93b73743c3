"""Draws a key from each stream, but makes all streams of a layer from the first one's.

Class: key
Why: with two streams or more, all but the first begin with another stream's keys, so what the layer draws from them is wrong.
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    drawn = {name: stream() for name, stream in rngs.items()}
    first = next(iter(drawn.values()))
    keys = jax.random.split(first, depth)

    @nnx.vmap(in_axes=0, out_axes=0)
    def create(key):
        return make(width, nnx.Rngs({name: key for name in drawn}))

    return create(keys)
