"""Draws and splits a key of each stream by hand, maps with jax.vmap over the dict of keys, and returns the State."""
import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    bundles = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}

    def row(bundle):
        return nnx.state(make(width, nnx.Rngs(**bundle)))

    return jax.vmap(row)(bundles)
