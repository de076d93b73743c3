import jax
import jax.numpy as jnp


def quantise(x, limit):
    return x + jax.lax.stop_gradient(jnp.round(x) - x)
