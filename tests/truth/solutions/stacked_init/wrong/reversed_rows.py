"""The rows are in reverse.
Class: numbers
Why: "Row `i` is what `make(width, rngs_i)` returns".
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth)
    @nnx.vmap
    def create(rngs):
        return make(width, rngs)

    return jax.tree.map(lambda rows: rows[::-1], create(rngs))
