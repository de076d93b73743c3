"""Pulls the number one back through jax.vjp and adds the step to all places of params."""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    value, pull = jax.vjp(loss, params)
    (slope,) = pull(jnp.ones_like(value))
    return jnp.asarray(value), params.at[:].add(-(rate * slope))
