"""The state's parameters are kept, and the rest is that of one layer.
Class: numbers
Why: "each variable of which … has a new first axis".
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth)
    @nnx.vmap
    def create(rngs):
        return make(width, rngs)

    graphdef, params, rest = nnx.split(create(rngs), nnx.Param, ...)
    return nnx.merge(graphdef, params, jax.tree.map(lambda rows: rows[0], rest))
