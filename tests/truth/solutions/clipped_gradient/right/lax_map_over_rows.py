"""Goes through the rows by `lax.map`."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    def shorten(row):
        norm = jnp.sqrt(jnp.vdot(row, row))
        return jax.lax.cond(norm > limit, lambda: row * (limit / norm), lambda: row)

    return jax.lax.map(shorten, g), None


quantise.defvjp(forward, backward)
