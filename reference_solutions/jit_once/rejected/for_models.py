import jax.numpy as jnp
from flax import nnx


@nnx.jit
def squash(x, scale):
    return scale * x / (1 + jnp.abs(x))
