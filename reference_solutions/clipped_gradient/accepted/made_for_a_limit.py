"""A rule made for each limit and kept: the limit is a constant of it."""

import functools

import jax
import jax.numpy as jnp


@functools.cache
def make(limit):
    @jax.custom_vjp
    def rounded(x):
        return jnp.round(x)

    def backward(_, g):
        norm = jnp.hypot(jnp.linalg.norm(g, axis=-1), 0.0)
        return (g / jnp.maximum(1.0, norm / limit)[:, None],)

    rounded.defvjp(lambda x: (jnp.round(x), ()), backward)
    return rounded


def quantise(x, limit):
    return make(limit)(x)
