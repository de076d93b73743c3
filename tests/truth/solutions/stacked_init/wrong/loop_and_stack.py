"""A Python loop over the rows, and a stack.
Class: structure
Why: "Python calls it once and not `depth` times".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}
    layers = [make(width, nnx.Rngs(**{name: key[i] for name, key in keys.items()})) for i in range(depth)]
    return jax.tree.map(lambda *rows: jnp.stack(rows), *layers)
