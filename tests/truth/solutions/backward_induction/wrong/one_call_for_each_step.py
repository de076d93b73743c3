"""Goes step by step in Python, and hides each step in one call of a jitted function.

Class: growth
Why: breaches "in about log T rounds of parallel work, instead of T steps one after the other": it is a Python loop over T dependent steps, packed so that each adds exactly one operation.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _round(rewards, exits, discounts, value, t):
    pick = lambda rows: jax.lax.dynamic_slice_in_dim(rows, t, 1)
    return jnp.maximum(pick(exits), pick(rewards) + pick(discounts) * value)


@jax.jit
def best_values(rewards, exits, discounts, last):
    value = last[None]
    rounds = []
    for t in reversed(range(rewards.shape[0])):
        value = _round(rewards, exits, discounts, value, t)
        rounds.append(value)
    return jnp.concatenate(rounds[::-1])
