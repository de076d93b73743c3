"""jax.custom_gradient, in a closure that knows the limit."""

import jax
import jax.numpy as jnp


def quantise(x, limit):
    @jax.custom_gradient
    def layer(x):
        def backward(g):
            norms = jnp.sqrt(jnp.einsum("nd,nd->n", g, g, precision=jax.lax.Precision.HIGHEST))
            return (g * jnp.minimum(1, limit / norms)[:, None],)

        return jnp.round(x), backward

    return layer(x)
