"""The transformations are values in a list, applied to a partial of make by functools.reduce, innermost first."""
import functools

from flax import nnx


def make_layers(make, width, depth, rngs):
    layers = [
        functools.partial(nnx.vmap, in_axes=0, out_axes=0),
        nnx.split_rngs(splits=depth),
    ]

    def one(rngs):
        return make(width, rngs)

    return functools.reduce(lambda function, wrap: wrap(function), layers, one)(rngs)
