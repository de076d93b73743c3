"""Written for one row, and mapped."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def one(row, limit):
    return jnp.round(row)


def pull(limit, g):
    return g / jnp.maximum(1, jnp.linalg.norm(g) / limit), None


one.defvjp(lambda row, limit: (jnp.round(row), limit), pull)


def quantise(x, limit):
    return jax.vmap(one, (0, None))(x, limit)
