"""Combines values as if the step were associative.

Class: numbers
Why: "value = jnp.maximum(exits[t], rewards[t] + discounts[t] * value)"
"""

import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    def combine(later, earlier):
        value, _, _ = later
        e, r, d = earlier
        return jnp.maximum(e, jnp.where(d > 0, r + d * value, r)), r, d

    exits = exits.at[-1].set(jnp.maximum(exits[-1], rewards[-1] + discounts[-1] * last))
    return jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)[0]
