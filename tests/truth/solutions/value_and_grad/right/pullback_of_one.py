"""Pulls a 1 back through the loss by jax.vjp."""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    value, pull_back = jax.vjp(loss, params)
    (slope,) = pull_back(jnp.ones_like(value))
    return value, jnp.subtract(params, rate * slope)
