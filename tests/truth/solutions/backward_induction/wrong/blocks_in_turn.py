"""Blocks of sixteen steps are parallel; the blocks follow each other in a scan.

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
    n, b = rewards.shape
    padding = ((0, -n % 16), (0, 0))
    steps = (
        jnp.pad(exits, padding, constant_values=-jnp.inf).reshape(-1, 16, b),
        jnp.pad(rewards, padding).reshape(-1, 16, b),
        jnp.pad(discounts, padding, constant_values=1.0).reshape(-1, 16, b),
    )

    def body(value, block):
        e, r, d = jax.lax.associative_scan(combine, block, reverse=True)
        values = jnp.maximum(e, r + d * value)
        return values[0], values

    return jax.lax.scan(body, last, steps, reverse=True)[1].reshape(-1, b)[:n]
