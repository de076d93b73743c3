"""Doubles the reach eight times, whatever the number of steps.

Class: growth
Why: T may be some hundreds, and eight rounds reach 256 steps: for T = 300 with discounts of 1, no exits and rewards of 1 the first value is 256 + last instead of 300 + last.
"""

import jax
import jax.numpy as jnp

ROUNDS = 8


@jax.jit
def best_values(rewards, exits, discounts, last):
    steps = rewards.shape[0]
    e, r, d = exits, rewards, discounts
    for k in range(ROUNDS):
        by = min(2**k, steps)
        widths = ((0, by), (0, 0))
        e2 = jnp.pad(e[by:], widths, constant_values=-jnp.inf)
        r2 = jnp.pad(r[by:], widths)
        d2 = jnp.pad(d[by:], widths, constant_values=1.0)
        through = jnp.where(e2 == -jnp.inf, -jnp.inf, r + d * jnp.where(e2 == -jnp.inf, 0.0, e2))
        e, r, d = jnp.maximum(e, through), r + d * r2, d * d2
    return jnp.maximum(e, r + d * last)
