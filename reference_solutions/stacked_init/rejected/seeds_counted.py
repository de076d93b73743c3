import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    return nnx.vmap(lambda i: make(width, nnx.Rngs(jax.random.key(i))))(jnp.arange(depth))
