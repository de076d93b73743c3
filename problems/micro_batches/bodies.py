"""Losses of one example, `x` of shape (D,) and `y` of shape (K,). Each has its own structure of parameters."""

import jax.numpy as jnp


def squared(params, x, y):
    """Return the squared error of a network with one wide layer."""
    hidden = jnp.tanh(x @ params["inner"])
    return jnp.sum((hidden @ params["outer"] - y) ** 2)


def rounded(params, x, y):
    """Return the error of the same network, squared where it is small and absolute where it is large."""
    hidden = jnp.tanh(x @ params["inner"])
    error = hidden @ params["outer"] - y
    return jnp.sum(jnp.logaddexp(error, -error))


def gated(params, x, y):
    """Return the squared error of a network in which one layer opens and closes another."""
    gate = jnp.exp(-((x @ params["gate"]["kernel"]) ** 2))
    value = x @ params["value"]["kernel"] + params["value"]["bias"]
    return jnp.mean(((gate * value) @ params["out"] - y) ** 2)


def directed(params, x, y):
    """Return the squared error of two wide layers that see the direction of `x` only; zeros have no direction."""
    first, second, last = params
    hidden = jnp.sin(x / jnp.sqrt(jnp.sum(x**2)) @ first)
    hidden = jnp.tanh(hidden @ second)
    return jnp.sum((hidden @ last - y) ** 2)
