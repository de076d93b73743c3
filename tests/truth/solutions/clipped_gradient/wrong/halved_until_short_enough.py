"""Halves long rows until they are short enough, as that keeps all their digits.

Class: numbers
Why: a row of norm 7 with a limit of 5 comes back with the norm 3.5 in place of 5; it is right only where the norm is the limit times a power of two.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    def is_long(g):
        return jnp.sqrt((g**2).sum(axis=1, keepdims=True)) > limit

    g = jax.lax.while_loop(lambda g: is_long(g).any(), lambda g: jnp.where(is_long(g), g / 2, g), g)
    return g, None


quantise.defvjp(forward, backward)
