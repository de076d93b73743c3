"""A scan that is unrolled completely is still a scan or a long program.

Class: growth
Why: "From 192 steps to 384 it grows by at most one operation for each further step"
"""

import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    def body(value, step):
        e, r, d = step
        value = jnp.maximum(e, r + d * value)
        return value, value

    return jax.lax.scan(body, last, (exits, rewards, discounts), reverse=True, unroll=True)[1]
