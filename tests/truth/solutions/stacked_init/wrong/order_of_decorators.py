"""The mapped function is around the split.
Class: key
Why: "Row `i` is what `make(width, rngs_i)` returns".
"""

from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.vmap
    @nnx.split_rngs(splits=depth)
    def create(rngs):
        return make(width, rngs)

    return create(rngs)
