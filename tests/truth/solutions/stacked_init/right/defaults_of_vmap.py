from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth)
    @nnx.vmap
    def create(rngs):
        return make(width, rngs)

    return create(rngs)
