"""The rounding is a straight line for JAX, and a layer in front of it shortens each row of the gradient under vmap."""

import functools

import jax
import jax.numpy as jnp


def shorten(limit, row):
    norm = jnp.linalg.norm(row)
    return jax.lax.cond(norm > limit, lambda row: row * (limit / norm), lambda row: row, row)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def limited(limit, x):
    return x


limited.defvjp(lambda limit, x: (x, ()), lambda limit, _, g: (jax.vmap(functools.partial(shorten, limit))(g),))


def quantise(x, limit):
    x = limited(limit, x)
    return x + jax.lax.stop_gradient(jnp.round(x) - x)
