"""`rngs.split` makes streams with an axis, and the lambda is mapped over them."""

from flax import nnx


def make_layers(make, width, depth, rngs):
    return nnx.vmap(lambda rngs: make(width, rngs), axis_size=depth)(rngs.split(depth))
