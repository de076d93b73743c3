"""Time is the last axis; arrays are transposed outside of the jitted function."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="axis")
def solve(rewards, exits, discounts, last, axis):
    def combine(later, earlier):
        e2, r2, d2 = later
        e1, r1, d1 = earlier
        e2 = jnp.where(d1 > 0, e2, 0)
        return jnp.maximum(e1, r1 + d1 * e2), r1 + d1 * r2, d1 * d2

    parts = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True, axis=axis)
    e, r, d = parts
    return jnp.maximum(e, r + d * last[:, None])


def best_values(rewards, exits, discounts, last):
    return solve(rewards.T, exits.T, discounts.T, last, axis=1).T
