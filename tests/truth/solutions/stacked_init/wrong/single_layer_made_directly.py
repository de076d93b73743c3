"""A stack of one layer is made without a split: `make` gets `rngs` itself, and an axis is added.
It breaks "Row `i` is what `make(width, rngs_i)` returns", where the keys come from a split also for a depth of 1.
Class: numbers
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    if depth == 1:
        graphdef, state = nnx.split(make(width, rngs))
        return nnx.merge(graphdef, jax.tree.map(lambda leaf: leaf[None], state))

    @nnx.vmap
    def create(rngs):
        return make(width, rngs)

    return create(rngs.split(depth))
