"""The layers are right, and so are the numbers in rngs, but its streams are new objects with new variables.
Breaks "They are the same variables, and hold one key each".
Class: state
"""
from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth)
    @nnx.vmap(in_axes=0, out_axes=0)
    def create(rngs):
        return make(width, rngs)

    layers = create(rngs)
    fresh = nnx.clone(rngs)
    for name in list(rngs):
        setattr(rngs, name, getattr(fresh, name))
    return layers
