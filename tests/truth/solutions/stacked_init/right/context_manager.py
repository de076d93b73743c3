from flax import nnx


def make_layers(make, width, depth, rngs):
    create = nnx.vmap(lambda rngs: make(width, rngs))
    with nnx.split_rngs(rngs, splits=depth):
        return create(rngs)
