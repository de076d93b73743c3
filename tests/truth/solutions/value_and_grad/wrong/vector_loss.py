"""Differentiates a sum of repeated losses.

Class: structure
Why: The gradient of `loss`.
"""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(lambda p: jnp.broadcast_to(loss(p), p.shape))(params)
    return value, params - rate * grad
