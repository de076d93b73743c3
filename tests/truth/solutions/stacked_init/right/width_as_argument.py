from flax import nnx


def build(make, width, depth):
    @nnx.split_rngs(splits=depth)
    @nnx.vmap(in_axes=(None, 0))
    def create(_, rngs):
        return make(width, rngs)

    return create


def make_layers(make, width, depth, rngs):
    return build(make, width, depth)(0.0, rngs)
