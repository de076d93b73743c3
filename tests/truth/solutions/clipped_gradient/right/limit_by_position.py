"""`nondiff_argnums` in place of a residual."""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def quantise(x, limit):
    return jnp.round(x)


def save_nothing(x, limit):
    return jnp.round(x), ()


def pull(limit, residuals, g):
    del residuals
    lengths = jnp.sqrt(jnp.sum(jnp.square(g), axis=-1))
    too_long = lengths > limit
    factors = jnp.where(too_long, limit / lengths, 1.0)
    return (factors[:, None] * g,)


quantise.defvjp(save_nothing, pull)
