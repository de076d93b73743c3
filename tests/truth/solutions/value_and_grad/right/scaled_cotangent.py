"""Pulls minus the rate back."""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    value, back = jax.vjp(loss, params)
    return value, params + back(jnp.float32(-rate))[0]
