"""Builds a small custom_vjp layer around the limit in each call, and shortens rows under vmap."""

import jax
import jax.numpy as jnp


def quantise(x, limit):
    def shorten(row):
        return row * jnp.minimum(1, limit / jnp.sqrt((row**2).sum()))

    @jax.custom_vjp
    def layer(x):
        return jnp.round(x)

    def forward(x):
        return layer(x), ()

    def backward(_, g):
        return (jax.vmap(shorten)(g),)

    layer.defvjp(forward, backward)
    return layer(x)
