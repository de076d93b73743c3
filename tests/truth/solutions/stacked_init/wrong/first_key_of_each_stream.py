"""Splits the key number 0 of each stream, whatever was drawn before, and then counts one draw.

Class: key
Why: For an `rngs` from which keys have been drawn before, the rows come from key 0 of the stream instead of its next key.
"""
import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {}
    for name, stream in rngs.items():
        keys[name] = jax.random.split(jax.random.fold_in(stream.key[...], 0), depth)
        stream()  # one key further

    def row(keys):
        return nnx.state(make(width, nnx.Rngs(**keys)))

    return jax.vmap(row)(keys)
