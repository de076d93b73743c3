"""Written for one row and mapped over the others, jitted."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise_row(row, limit):
    return jnp.round(row)


def pull(limit, g):
    norm = jnp.linalg.norm(g)
    return jax.lax.cond(norm > limit, lambda: g * (limit / norm), lambda: g), jnp.zeros_like(limit)


quantise_row.defvjp(lambda row, limit: (jnp.round(row), limit), pull)


@jax.jit
def quantise(x, limit):
    return jax.vmap(quantise_row, in_axes=(0, None))(x, limit)
