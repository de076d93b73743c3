"""All rows share the keys.
Class: key
Why: "Row `i` is what `make(width, rngs_i)` returns".
"""

from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.vmap(in_axes=None, out_axes=0, axis_size=depth)
    def create(rngs):
        return make(width, rngs)

    return create(rngs)
