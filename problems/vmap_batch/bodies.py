"""Losses of one example: of weights and features, float32[D] both, and a target, float32[]."""

import jax.numpy as jnp


def squared(weights, x, y):
    """Return the squared error of a linear model."""
    return (weights @ x - y) ** 2


def margin(weights, x, y):
    """Return how far the prediction is on the wrong side of the target: negative on the right side."""
    return y - jnp.tanh(weights @ x)


def farthest(weights, x, y):
    """Return the largest of the weighted features' distances to the target."""
    return jnp.max(jnp.abs(weights * x - y))


def ordered(weights, x, y):
    """Return a loss that looks at the order of the features, and for which the target has no axes."""
    return jnp.sum(jnp.cumsum(weights * x)) + jnp.max(jnp.append(y * x[0], y))
