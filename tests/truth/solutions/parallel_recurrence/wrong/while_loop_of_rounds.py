"""Does the doubling rounds in a while_loop.
Class: growth
Why: "There is no `scan` and no `while` in it".
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    n = decay.shape[0]
    position = jnp.arange(n)[:, None]

    def body(carry):
        distance, a, b = carry
        inside = position >= distance
        earlier_a = jnp.where(inside, jnp.roll(a, distance, axis=0), 1.0)
        earlier_b = jnp.where(inside, jnp.roll(b, distance, axis=0), 0.0)
        return 2 * distance, a * earlier_a, a * earlier_b + b

    return jax.lax.while_loop(lambda carry: carry[0] < n, body, (1, decay, drive))[2]
