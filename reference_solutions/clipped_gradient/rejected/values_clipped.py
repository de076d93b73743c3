import jax.numpy as jnp


def quantise(x, limit):
    norm = jnp.linalg.norm(x, axis=1, keepdims=True)
    return jnp.round(x * jnp.minimum(1, limit / norm))
