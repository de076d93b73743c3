"""A single layer is made without a map.

Class: layout
Why: for depth 1 the variables have no first axis, `make` runs on plain arrays, and draws from the caller's streams.
"""

from flax import nnx


def make_layers(make, width, depth, rngs):
    if depth == 1:
        return make(width, rngs)

    @nnx.vmap(in_axes=0, out_axes=0)
    def create(streams):
        return make(width, streams)

    return create(rngs.split(depth))
