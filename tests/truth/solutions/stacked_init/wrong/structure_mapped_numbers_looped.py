"""make runs under vmap once for the structure, with twins; the numbers come from depth plain calls, and overwrite them.
Breaks "Python calls `make` at most twice in a call of yours, under `vmap`, and never on plain arrays".
Class: decoy
"""
import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    graphdef, state = nnx.split(rngs.split(depth))
    split = nnx.merge(graphdef, state)

    @nnx.vmap(in_axes=0, out_axes=0)
    def create(rngs):
        return make(width, rngs)

    layers = create(nnx.clone(split))
    rows = [
        nnx.state(make(width, nnx.merge(graphdef, jax.tree.map(lambda leaf: leaf[i], state)))) for i in range(depth)
    ]
    nnx.update(layers, jax.tree.map(lambda *parts: jnp.stack(parts), *rows))
    return layers
