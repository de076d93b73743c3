"""Splits by a method of Rngs, then maps with nnx.StateAxes: everything that is state has axis 0; verbose, with checks."""
import jax
from flax import nnx

EVERYTHING_FIRST = nnx.StateAxes({...: 0})


def make_layers(make, width, depth, rngs):
    assert isinstance(depth, int) and depth >= 1

    @nnx.vmap(in_axes=(EVERYTHING_FIRST,), out_axes=EVERYTHING_FIRST, axis_size=depth)
    def create(own_rngs):
        layer = make(width, own_rngs)
        return layer

    split = rngs.split(depth)
    layers = create(split)
    for leaf in jax.tree.leaves(nnx.state(layers)):
        assert leaf.shape[0] == depth
    return layers
