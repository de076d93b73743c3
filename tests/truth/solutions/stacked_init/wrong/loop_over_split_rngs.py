"""A Python loop over split streams.
Class: structure
Why: "Python calls it once and not `depth` times".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    graphdef, state = nnx.split(rngs.split(depth))
    layers = []
    for i in range(depth):
        row = nnx.merge(graphdef, jax.tree.map(lambda rows: rows[i], state))
        layers.append(make(width, row))
    return jax.tree.map(lambda *rows: jnp.stack(rows), *layers)
