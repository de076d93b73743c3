"""An exit that isn't there pays 0.

Class: numbers
Why: "An exit may be -inf, which means that there is none at this step."
"""

import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    def combine(later, earlier):
        e2, r2, d2 = later
        e1, r1, d1 = earlier
        return jnp.maximum(e1, r1 + d1 * e2), r1 + d1 * r2, d1 * d2

    steps = (jnp.nan_to_num(exits, neginf=0.0), rewards, discounts)
    e, r, d = jax.lax.associative_scan(combine, steps, reverse=True)
    return jnp.maximum(e, r + d * last)
