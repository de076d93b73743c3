"""`jax.custom_gradient` with the limit as a second argument."""

import jax
import jax.numpy as jnp


@jax.custom_gradient
def quantise(x, limit):
    def pull(g):
        norms = jnp.sqrt((g * g).sum(1, keepdims=True))
        return g * jnp.minimum(limit / norms, 1.0), 0.0 * limit

    return jnp.round(x), pull
