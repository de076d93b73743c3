"""Calls the constructor directly if the depth is 1, and adds the axis afterwards.

Class: structure
Why: For `depth` 1 it calls `make` on plain arrays and outside of any vmap, though "`make` runs under `vmap`" and "never on plain arrays".
"""
import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}

    def row(keys):
        return nnx.state(make(width, nnx.Rngs(**keys)))

    if depth == 1:  # nothing to map over
        only = row({name: split[0] for name, split in keys.items()})
        return jax.tree.map(lambda leaf: leaf[None], only)
    return jax.vmap(row)(keys)
