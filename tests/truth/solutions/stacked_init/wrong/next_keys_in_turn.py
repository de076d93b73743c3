"""Each layer draws on from the same streams.
Class: key
Why: "Row `i` is what `make(width, rngs_i)` returns".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    layers = [make(width, rngs) for _ in range(depth)]
    return jax.tree.map(lambda *rows: jnp.stack(rows), *layers)
