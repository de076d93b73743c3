from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.vmap(in_axes=(), out_axes=0, axis_size=depth)
    def create():
        return make(width, rngs)

    return create()
