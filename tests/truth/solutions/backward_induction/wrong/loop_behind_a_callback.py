"""Scans in log T rounds for show, and returns what a loop on the host found.

Class: host
Why: the values come from a NumPy loop in a `jax.pure_callback`, which isn't allowed; the scan's result is multiplied away.
"""

import jax
import jax.numpy as jnp
import numpy as np


def _loop(rewards, exits, discounts, last):
    rewards, exits, discounts = (np.asarray(x) for x in (rewards, exits, discounts))
    value, values = np.asarray(last), np.empty_like(rewards)
    for t in reversed(range(len(rewards))):
        value = np.maximum(exits[t], rewards[t] + discounts[t] * value)
        values[t] = value
    return values


def combine(later, earlier):
    (r2, d2), (r1, d1) = later, earlier
    return r1 + d1 * r2, d1 * d2


@jax.jit
def best_values(rewards, exits, discounts, last):
    base, slope = jax.lax.associative_scan(combine, (rewards, discounts), reverse=True)
    shape = jax.ShapeDtypeStruct(rewards.shape, rewards.dtype)
    values = jax.pure_callback(_loop, shape, rewards, exits, discounts, last)
    return jnp.where(jnp.isnan(base + slope * last), 0.0, values)
