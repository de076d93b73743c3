"""Differences under vmap.

Class: numbers
Why: JAX has to differentiate `loss`.
"""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    h = 1e-2
    steps = h * jnp.eye(params.size, dtype=params.dtype)
    both = jax.vmap(loss)(jnp.concatenate([params + steps, params - steps]))
    slope = (both[: params.size] - both[params.size :]) / (2 * h)
    return loss(params), params - rate * slope
