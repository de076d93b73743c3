"""Written for one number, mapped over the others, and jitted."""

import functools

import jax
import jax.numpy as jnp


@jax.custom_vjp
def one(x):
    small = jnp.exp(jnp.minimum(x, -x))
    return jnp.where(x > 0, x, 0) + jnp.log1p(small)


def slope_of_one(x, g):
    return (g * 0.5 * (1 + jnp.tanh(0.5 * x)),)


one.defvjp(lambda x: (one(x), x), slope_of_one)


@functools.partial(jax.jit, inline=True)
def log1pexp(x):
    return jax.vmap(one)(x)
