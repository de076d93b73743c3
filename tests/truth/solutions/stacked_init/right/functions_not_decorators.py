from flax import nnx


def make_layers(make, width, depth, rngs):
    def create(rngs):
        return make(width, rngs)

    mapped = nnx.vmap(create, in_axes=0, out_axes=0)
    return nnx.split_rngs(splits=depth)(mapped)(rngs)
