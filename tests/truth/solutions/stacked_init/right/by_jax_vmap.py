import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}
    return jax.vmap(lambda row: make(width, nnx.Rngs(**row)))(keys)
