from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth)
    @nnx.vmap(axis_size=depth)
    def create(r):
        layer = make(width, r)
        return layer

    return create(rngs)
