"""Combines three numbers for each step, as they are.

Class: numbers
Why: a discount of 0 before a step without an exit makes 0 * -inf, so the values at that step and before it are NaN.
"""

import jax
import jax.numpy as jnp


def combine(later, earlier):
    (e2, r2, d2), (e1, r1, d1) = later, earlier
    return jnp.maximum(e1, r1 + d1 * e2), r1 + d1 * r2, d1 * d2


@jax.jit
def best_values(rewards, exits, discounts, last):
    floor, base, slope = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)
    return jnp.maximum(floor, base + slope * last)
