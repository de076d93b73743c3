"""The parameters are made bfloat16.
Class: dtype
Why: "Row `i` is what `make(width, rngs_i)` returns".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth)
    @nnx.vmap
    def create(rngs):
        layer = make(width, rngs)
        cast = lambda x: x.astype(jnp.bfloat16) if x.dtype == jnp.float32 else x
        return jax.tree.map(cast, layer)

    return create(rngs)
