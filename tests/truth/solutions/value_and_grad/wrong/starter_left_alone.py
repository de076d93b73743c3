"""Differences of values.

Class: numbers
Why: JAX has to differentiate `loss`.
"""

import jax.numpy as jnp


def descend(loss, params, rate):
    value = loss(params)
    slope = jnp.array([(loss(params.at[i].add(1e-3)) - value) / 1e-3 for i in range(params.size)])
    return value, params - rate * slope
