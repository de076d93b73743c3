"""Replaces discounts of 0 by 1e-20, so that infinity never meets zero.

Class: numbers
Why: where an episode ends nothing after it counts, but with T = 1, reward 2, discount 0, no exit and last = 1e23 the value is 1002 instead of 2.
"""

import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    discounts = jnp.maximum(discounts, 1e-20)  # 0 * -inf would be NaN

    def combine(later, earlier):
        e2, r2, d2 = later
        e1, r1, d1 = earlier
        d1 = jnp.maximum(d1, 1e-20)
        return jnp.maximum(e1, r1 + d1 * e2), r1 + d1 * r2, d1 * d2

    e, r, d = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)
    return jnp.maximum(e, r + d * last)
