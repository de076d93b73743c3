"""Differences, with zero times the gradient.

Class: decoy
Why: JAX has to differentiate `loss`.
"""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    grad = jax.grad(loss)(params)
    h = 1e-2
    moved = jax.vmap(loss)(params + h * jnp.eye(params.size, dtype=params.dtype))
    slope = (moved - loss(params)) / h
    return loss(params), params - rate * slope + 0 * grad
