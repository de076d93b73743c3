import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}

    def create(keys):
        return make(width, nnx.Rngs(**keys))

    return nnx.vmap(create)(keys)
