import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    @nnx.split_rngs(splits=depth + 1)
    @nnx.vmap
    def create(rngs):
        return make(width, rngs)

    graphdef, state = nnx.split(create(rngs))
    return nnx.merge(graphdef, jax.tree.map(lambda rows: rows[:depth], state))
