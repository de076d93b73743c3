from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.vmap(in_axes=0, out_axes=0)
    def create(rngs):
        return make(width, rngs)

    return create(rngs)
