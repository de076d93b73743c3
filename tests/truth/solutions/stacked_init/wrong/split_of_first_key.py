"""The streams' own keys are split in place of their next ones.
Class: key
Why: "where `key` is the *next* key of that stream of `rngs`".
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(stream.key[...], depth) for name, stream in rngs.items()}
    for _, stream in rngs.items():
        stream()
    return nnx.vmap(lambda keys: make(width, nnx.Rngs(**keys)))(keys)
