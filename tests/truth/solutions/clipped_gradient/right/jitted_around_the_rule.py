"""Jitted, with the rule inside."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def rounded(x, limit):
    return jnp.round(x)


def pull(limit, g):
    norms = jnp.linalg.norm(g, axis=1, keepdims=True)
    return g * jnp.minimum(1, limit / norms), jnp.zeros(())


rounded.defvjp(lambda x, limit: (jnp.round(x), limit), pull)
quantise = jax.jit(rounded)
