from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth, only=...)
    @nnx.vmap(in_axes=(nnx.StateAxes({nnx.RngState: 0, ...: None}),), axis_size=depth)
    def create(rngs):
        return make(width, rngs)

    return create(rngs)
