"""Draws and splits a key from each stream by hand, maps over a dict of keys by `jax.vmap`, and merges the state."""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}
    plans = []

    @jax.vmap
    def create(keys):
        graphdef, state = nnx.split(make(width, nnx.Rngs(keys)))
        plans.append(graphdef)
        return state

    state = create(keys)
    return nnx.merge(plans[-1], state)
