from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth)
    @nnx.vmap(in_axes=None, out_axes=0, axis_size=depth)
    def create(rngs):
        return make(width, rngs)

    return create(rngs)
