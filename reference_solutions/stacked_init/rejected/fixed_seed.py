import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    return nnx.vmap(lambda key: make(width, nnx.Rngs(key)))(jax.random.split(jax.random.key(0), depth))
