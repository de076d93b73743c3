"""Chooses a shorter program if there is an exit at every step, after a look at the values.

Class: half_eager
Why: breaches "your function must be traceable, as when another jitted function calls it": bool() of a tracer raises there, and arrays of one shape with and without -inf are traced twice.
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="all_there")
def run(rewards, exits, discounts, last, all_there):
    def combine(later, earlier):
        e2, r2, d2 = later
        e1, r1, d1 = earlier
        if all_there:
            through = r1 + d1 * e2
        else:
            none = e2 == -jnp.inf
            through = jnp.where(none, -jnp.inf, r1 + d1 * jnp.where(none, 0.0, e2))
        return jnp.maximum(e1, through), r1 + d1 * r2, d1 * d2

    e, r, d = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)
    return jnp.maximum(e, r + d * last)


def best_values(rewards, exits, discounts, last):
    all_there = bool(jnp.isfinite(exits).all())
    return run(rewards, exits, discounts, last, all_there)
