"""Splits the streams by `rngs.split`, and maps a lambda over them by `nnx.vmap`."""

from flax import nnx


def make_layers(make, width, depth, rngs):
    mapped = nnx.vmap(lambda streams: make(width, streams), in_axes=0, out_axes=0, axis_size=depth)
    return mapped(rngs.split(depth))
