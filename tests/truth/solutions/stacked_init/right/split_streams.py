from flax import nnx


def make_layers(make, width, depth, rngs):
    split = rngs.split(depth)
    return nnx.vmap(lambda r: make(width, r), in_axes=0, out_axes=0)(split)
