"""Losses: functions of parameters, float32[D], that return one number."""

import jax.numpy as jnp


def bowl(params):
    """Return half of the squared distance to ones."""
    return 0.5 * jnp.sum((params - 1) ** 2)


def waves(params):
    """Return a sum of waves on a slope: it may be negative."""
    return jnp.sum(jnp.sin(2 * params) + 0.3 * params)


def chain(params):
    """Return a loss in which each number depends on the one before it."""
    return jnp.sum(jnp.tanh(params * jnp.roll(params, 1))) + jnp.sum(jnp.cosh(0.1 * params))


def weighted(params):
    """Return a loss in which later numbers count more."""
    return jnp.sum(jnp.linspace(0.5, 2, params.size) * jnp.log1p(params**2))
