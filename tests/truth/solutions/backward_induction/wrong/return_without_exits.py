"""Computes the return, and compares each exit with that.

Class: numbers
Why: "value = jnp.maximum(exits[t], rewards[t] + discounts[t] * value)"
"""

import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    def combine(later, earlier):
        return earlier[0] + earlier[1] * later[0], earlier[1] * later[1]

    r, d = jax.lax.associative_scan(combine, (rewards, discounts), reverse=True)
    return jnp.maximum(exits, r + d * last)
