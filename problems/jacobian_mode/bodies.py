"""The functions that solutions are given: two layers each, with more outputs than inputs, fewer, or as many."""

import jax.numpy as jnp

HIDDEN = 24
"""Units in the middle of each function."""


def layer(x, outputs):
    """Return `outputs` numbers made of all of `x`."""
    row, column = jnp.arange(outputs, dtype=x.dtype)[:, None], jnp.arange(x.size, dtype=x.dtype)
    return jnp.tanh((1.2 + jnp.sin(1 + row + 3 * column)) @ x / x.size)


def spread(x):
    """Return eight times as many numbers as `x` has."""
    return 8 * layer(layer(jnp.sin(x), HIDDEN), 8 * x.size)


def gather(x):
    """Return an eighth as many numbers as `x` has, but one at least."""
    return 8 * layer(layer(jnp.sin(x), HIDDEN), max(1, x.size // 8))


def fixed(x):
    """Return twelve numbers, however many `x` has; the last is the first once more."""
    outputs = 8 * layer(layer(jnp.sin(x), HIDDEN), 11)
    return jnp.append(outputs, outputs[:1])


def mix(x):
    """Return as many numbers as `x` has, all of them small."""
    return 1e-4 * layer(layer(jnp.sin(x), HIDDEN), x.size)
