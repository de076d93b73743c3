"""All counts of the new layers' streams are set to 0, so that "nothing has been drawn yet".
It breaks "Row `i` is what `make(width, rngs_i)` returns", for a layer that keeps streams of which it has drawn.
Class: numbers
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.vmap
    def create(rngs):
        return make(width, rngs)

    layers = create(rngs.split(depth))
    counts = nnx.state(layers, nnx.RngCount)
    nnx.update(layers, jax.tree.map(jnp.zeros_like, counts))
    return layers
