"""lax.map builds one layer after the other.
Class: structure
Why: "`make` runs under `vmap`".
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}
    return jax.lax.map(lambda row: make(width, nnx.Rngs(**row)), keys)
