"""Another key is drawn at the end.
Class: state
Why: "from each of which one key more was drawn".
"""

from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth)
    @nnx.vmap(in_axes=0, out_axes=0)
    def create(rngs):
        return make(width, rngs)

    layers = create(rngs)
    for _, stream in rngs.items():
        stream()
    return layers
