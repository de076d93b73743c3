import jax
import jax.numpy as jnp
from flax import nnx


@jax.custom_vjp
def layer(x, limit):
    return jnp.around(x)


def back(limit, g):
    n = jnp.linalg.norm(g, ord=2, axis=1, keepdims=True)
    return limit * g / jnp.maximum(n, limit), None


layer.defvjp(lambda x, limit: (jnp.around(x), limit), back)


@nnx.jit
def quantise(x, limit):
    return layer(x, limit)
