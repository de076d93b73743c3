import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    names, keys = [], []
    for name, stream in rngs.items():
        names.append(name)
        keys.append(jax.random.split(stream(), depth))

    @nnx.vmap
    def create(*row):
        return make(width, nnx.Rngs(**{name: key for name, key in zip(names, row)}))

    return create(*keys)
