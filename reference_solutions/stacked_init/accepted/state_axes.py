"""`in_axes` by a filter, and the split as a decorated function around the mapped one."""

from functools import partial

from flax import nnx


def build(make, width, rngs):
    return make(width, rngs)


def make_layers(make, width, depth, rngs):
    axes = nnx.StateAxes({...: 0})
    mapped = nnx.vmap(partial(build, make, width), in_axes=(axes,), out_axes=0, axis_size=depth)
    return nnx.split_rngs(splits=depth)(mapped)(rngs)
