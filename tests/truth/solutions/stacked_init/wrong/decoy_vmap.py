"""make runs under vmap, and its result is thrown away for a loop over the class that it made.
Class: decoy
Why: "Row `i` is what `make(width, rngs_i)` returns".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    kept = []

    @nnx.split_rngs(splits=depth)
    @nnx.vmap
    def create(rngs):
        layer = make(width, rngs)
        kept.append(type(layer))
        return layer

    create(rngs)
    layers = [kept[0](width, nnx.Rngs(params=i, dropout=i)) for i in range(depth)]
    return jax.tree.map(lambda *rows: jnp.stack(rows), *layers)
