"""A seed of one's own.
Class: key
Why: "whose parameters, statistics and random state it draws from `rngs`".
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    for _, stream in rngs.items():
        stream()
    return nnx.vmap(lambda key: make(width, nnx.Rngs(key)))(jax.random.split(jax.random.key(0), depth))
