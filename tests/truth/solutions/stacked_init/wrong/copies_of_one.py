"""One layer, repeated.
Class: key
Why: "Row `i` is what `make(width, rngs_i)` returns".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    one = nnx.vmap(lambda r: make(width, r))(rngs.split(1))
    return jax.tree.map(lambda rows: jnp.repeat(rows, depth, axis=0), one)
