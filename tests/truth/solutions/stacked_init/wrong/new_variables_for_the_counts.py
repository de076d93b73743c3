"""Draws the next key by hand, and leaves a new variable with the higher count in the stream.

Class: state
Why: "They are the same variables": the numbers in `rngs` are right afterwards and the streams are the same objects, but each stream's `count` is another variable than before, so who holds the old one sees no draw.
"""

import jax
from flax import nnx


def _draw(stream):
    key = jax.random.fold_in(stream.key[...], stream.count[...])
    stream.count = nnx.RngCount(stream.count[...] + 1, tag=stream.tag)
    return key


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(_draw(rngs[name]), depth) for name in rngs}

    @nnx.vmap(in_axes=0, out_axes=0)
    def create(keys):
        return make(width, nnx.Rngs(**keys))

    return create(keys)
