"""Splits by the decorator, which puts back the streams after the call, those that a layer has kept, too.

Class: state
Why: for a `make` whose layer keeps `rngs` or `rngs.noise` itself (and no fork), the stacked layer holds the caller's own stream, which the decorator sets back to one key: its key and count have no axis of length `depth`.
"""

from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth)
    @nnx.vmap(in_axes=0, out_axes=0)
    def create(rngs):
        return make(width, rngs)

    return create(rngs)
