"""Two streams are named.
Class: key
Why: "`rngs` has one stream or several, of any names, so your function must not name them".
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    params, dropout = (jax.random.split(key, depth) for key in (rngs.params(), rngs.dropout()))

    @nnx.vmap
    def create(params, dropout):
        return make(width, nnx.Rngs(params=params, dropout=dropout))

    return create(params, dropout)
