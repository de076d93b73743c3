"""Handles up to 64 steps in parallel, and longer games in a loop.

Class: growth
Why: "There is no scan and no while in it"
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
    if rewards.shape[0] <= 64:
        e, r, d = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)
        return jnp.maximum(e, r + d * last)

    def body(value, step):
        value = jnp.maximum(step[0], step[1] + step[2] * value)
        return value, value

    return jax.lax.scan(body, last, (exits, rewards, discounts), reverse=True)[1]
