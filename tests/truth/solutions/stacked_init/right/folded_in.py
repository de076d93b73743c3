import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: stream() for name, stream in rngs.items()}

    def create(i):
        return make(width, nnx.Rngs(**{name: jax.random.fold_in(key, i) for name, key in keys.items()}))

    return nnx.vmap(create)(jnp.arange(depth))
