"""Each row has an nnx.vmap of its own, over an axis of length 1, and the rows are put together: make is called depth times.
Breaks "`make` runs under `vmap`, so that Python calls it once and not `depth` times".
Class: structure
"""
import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    graphdef, state = nnx.split(rngs.split(depth))

    @nnx.vmap(in_axes=0, out_axes=0)
    def create(rngs):
        return make(width, rngs)

    rows = []
    for i in range(depth):
        row = jax.tree.map(lambda leaf: leaf[i : i + 1], state)
        rows.append(nnx.state(create(nnx.merge(graphdef, row))))
    layers = jax.tree.map(lambda *parts: jnp.concatenate(parts), *rows)
    return layers
