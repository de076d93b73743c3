"""Rewards are in the right order, and exits in the wrong one.

Class: numbers
Why: "value = jnp.maximum(exits[t], rewards[t] + discounts[t] * value)"
"""

import jax
import jax.numpy as jnp


def combine(later, earlier):
    e2, r2, d2 = later
    e1, r1, d1 = earlier
    leave = jnp.where(d2 > 0, r2 + d2 * e1, r2)
    return jnp.maximum(e2, leave), r1 + d1 * r2, d1 * d2


@jax.jit
def best_values(rewards, exits, discounts, last):
    e, r, d = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)
    return jnp.maximum(e, r + d * last)
