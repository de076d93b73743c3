"""Scans in a jitted function, and applies what comes out to the value at the end outside.

Class: half_eager
Why: the last product, sum and maximum are eager, while "All floating-point arithmetic runs in a function made by jax.jit, and the result is what that returns".
"""

import jax
import jax.numpy as jnp


def combine(later, earlier):
    (e2, r2, d2), (e1, r1, d1) = later, earlier
    through = jnp.where(jnp.isneginf(e2), e2, r1 + d1 * e2)
    return jnp.maximum(e1, through), r1 + d1 * r2, d1 * d2


@jax.jit
def _scan(rewards, exits, discounts):
    return jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)


def best_values(rewards, exits, discounts, last):
    floor, base, slope = _scan(rewards, exits, discounts)
    return jnp.maximum(floor, base + slope * last)
