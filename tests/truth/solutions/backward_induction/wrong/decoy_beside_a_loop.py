"""Runs the parallel scan, multiplies it by zero, and adds what a loop found.

Class: decoy
Why: "no loop of jax.lax that goes step by step"
"""

import jax
import jax.numpy as jnp


def combine(later, earlier):
    e2, r2, d2 = later
    e1, r1, d1 = earlier
    leave = jnp.where(d1 > 0, r1 + d1 * e2, r1)
    return jnp.maximum(e1, leave), r1 + d1 * r2, d1 * d2


def loop(rewards, exits, discounts, last):
    def body(value, step):
        value = jnp.maximum(step[0], step[1] + step[2] * value)
        return value, value

    return jax.lax.scan(body, last, (exits, rewards, discounts), reverse=True)[1]


@jax.jit
def best_values(rewards, exits, discounts, last):
    e, r, d = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)
    return 0 * jnp.maximum(e, r + d * last) + loop(rewards, exits, discounts, last)
