"""A decorator makes any flat function pass the gradient, by a stopped copy and a zero that has a slope."""

import functools

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def passes_through(flat):
    @functools.wraps(flat)
    def wrapped(z):
        return (z - stop_gradient(z)) + stop_gradient(flat(z))

    return wrapped


@passes_through
def level(z):
    return jnp.round(z)


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1

    def column(numbers, size):
        return size * level(jnp.clip(numbers / size, low, high))

    return jax.vmap(column, in_axes=(1, 0), out_axes=1)(x, scale)
