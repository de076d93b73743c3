"""All games end with the value of the first one.

Class: numbers
Why: "The B columns are independent games."
"""

import jax
import jax.numpy as jnp


def combine(later, earlier):
    e2, r2, d2 = later
    e1, r1, d1 = earlier
    leave = jnp.where(d1 > 0, r1 + d1 * e2, r1)
    return jnp.maximum(e1, leave), r1 + d1 * r2, d1 * d2


@jax.jit
def best_values(rewards, exits, discounts, last):
    e, r, d = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)
    return jnp.maximum(e, r + d * last[0])
