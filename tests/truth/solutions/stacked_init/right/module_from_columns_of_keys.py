"""Two tuples, of names and of split keys, mapped by nnx.vmap with a dictionary made inside."""

from functools import partial

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    split_in_rows = partial(jax.random.split, num=depth)
    names, streams = zip(*((name, rngs[name]) for name in rngs), strict=True)
    columns = tuple(split_in_rows(draw()) for draw in streams)

    @partial(nnx.vmap, in_axes=(0,), out_axes=0, axis_size=depth)
    def layer_of(row):
        match dict(zip(names, row, strict=True)):
            case {"default": first, **others}:
                own = nnx.Rngs(first, **others)
            case others:
                own = nnx.Rngs(**others)
        return make(width, own)

    return layer_of(columns)
