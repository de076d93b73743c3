"""Normalizes the gradient.

Class: numbers
Why: `rate` times the gradient.
"""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    return value, params - rate * grad / (jnp.linalg.norm(grad) + 1e-8)
