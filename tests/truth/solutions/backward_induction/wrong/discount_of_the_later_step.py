"""Discounts the later exit by the later step's own discount.

Class: numbers
Why: "value = jnp.maximum(exits[t], rewards[t] + discounts[t] * value)"
"""

import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    def combine(later, earlier):
        e2, r2, d2 = later
        e1, r1, d1 = earlier
        leave = jnp.where(d1 > 0, r1 + jnp.where(d2 > 0, d2 * e2, 0), r1)
        return jnp.maximum(e1, leave), r1 + d1 * r2, d1 * d2

    e, r, d = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)
    return jnp.maximum(e, r + d * last)
