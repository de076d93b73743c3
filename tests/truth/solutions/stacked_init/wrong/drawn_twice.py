"""Two keys are drawn from each stream, and the second is split.
Class: key
Why: "from each of which one key more was drawn".
"""

from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth)
    @nnx.vmap(in_axes=0, out_axes=0)
    def create(rngs):
        return make(width, rngs)

    create(rngs)
    return create(rngs)
