"""A terse expert's style: nnx.vmap of a partial, on streams that rngs.split makes."""

import functools

from flax import nnx


def make_layers(make, width, depth, rngs):
    return nnx.vmap(functools.partial(make, width), in_axes=0, out_axes=0)(rngs.split(depth))
