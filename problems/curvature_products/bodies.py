"""Functions of a float32[N] that return one number. None of them makes an array of more than N elements."""

import jax.numpy as jnp


def valley(x):
    """Return how far each number is from 1, and from the square of its neighbour."""
    return jnp.sum((jnp.roll(x, 1) - x**2) ** 2 + (1 - x) ** 2)


def ripples(x):
    """Multiply waves of numbers that are three places apart."""
    return jnp.sum(jnp.sin(x) * jnp.cos(2 * jnp.roll(x, 3)) + 0.1 * x**2)


def basin(x):
    """Return a wide basin with waves in it; each number depends on the length of all of them."""
    return x.size * jnp.log1p(x @ x / x.size) + jnp.sum(jnp.cos(x))


def crowd(x):
    """Return how far the numbers are from their mean."""
    apart = x - jnp.mean(x)
    return jnp.sum(jnp.log(jnp.cosh(apart))) + jnp.sum(jnp.tanh(x) ** 2) * jnp.mean(x)
