"""Makes its jitted function around the value at the end, in each call.

Class: retrace
Why: each call wraps a new function, which is traced again even for a known shape; "not again for one that it knows".
"""

import jax
import jax.numpy as jnp


def combine(later, earlier):
    (e2, r2, d2), (e1, r1, d1) = later, earlier
    through = jnp.where(jnp.isneginf(e2), e2, r1 + d1 * e2)
    return jnp.maximum(e1, through), r1 + d1 * r2, d1 * d2


def best_values(rewards, exits, discounts, last):
    @jax.jit
    def run(rewards, exits, discounts, last):
        floor, base, slope = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)
        return jnp.maximum(floor, base + slope * last)

    return run(rewards, exits, discounts, last)
