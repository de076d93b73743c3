"""Clones the streams first, so that the caller's are left alone.

Class: state
Why: "After the call `rngs` has the streams that it had, from each of which one key more was drawn": none was, and a second call makes the same layers.
"""

from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.vmap(in_axes=0, out_axes=0)
    def create(streams):
        return make(width, streams)

    return create(nnx.clone(rngs).split(depth))
