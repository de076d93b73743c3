"""Each stream's next key is split; rows of keys make the streams of each row."""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}

    @nnx.vmap
    def create(keys):
        return make(width, nnx.Rngs(**keys))

    return create(keys)
