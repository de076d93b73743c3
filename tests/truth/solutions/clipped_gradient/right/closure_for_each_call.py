"""A rule that closes over the limit, made in each call."""

import jax
import jax.numpy as jnp


def quantise(x, limit):
    @jax.custom_vjp
    def layer(x):
        return jnp.rint(x)

    def pull(_, g):
        norms = jnp.linalg.norm(g, axis=1, keepdims=True)
        return (g * jnp.clip(limit / norms, 0, 1),)

    layer.defvjp(lambda x: (jnp.rint(x), None), pull)
    return layer(x)
