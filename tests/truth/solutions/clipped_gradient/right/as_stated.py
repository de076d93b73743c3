"""The rule as the statement has it, mapped over the rows."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    def shorten(row):
        return row * jnp.minimum(1, limit / jnp.sqrt((row**2).sum()))

    return jax.vmap(shorten)(g), None


quantise.defvjp(forward, backward)
