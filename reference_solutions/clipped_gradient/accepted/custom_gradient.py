"""`jax.custom_gradient`: the rule is a function that the forward pass returns."""

import jax
import jax.numpy as jnp


def quantise(x, limit):
    @jax.custom_gradient
    def rounded(x):
        def pull(g):
            squared = jnp.einsum("nd,nd->n", g, g)[:, None]
            return g * jnp.where(squared > limit**2, limit * jax.lax.rsqrt(squared), 1.0)

        return jnp.round(x), pull

    return rounded(x)
