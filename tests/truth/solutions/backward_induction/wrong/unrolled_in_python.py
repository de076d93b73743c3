"""A Python loop under jit, a copy of the step for each row.

Class: growth
Why: "which rules out a Python loop"
"""

import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    values = [last]
    for e, r, d in zip(exits[::-1], rewards[::-1], discounts[::-1], strict=True):
        values.append(jnp.maximum(e, r + d * values[-1]))
    return jnp.stack(values[:0:-1])
