"""`lax.select` computes both, too.
Class: numbers
Why: "Neither the result nor a derivative may become NaN by it".
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(i, s):
        return jax.lax.select(jnp.broadcast_to(i < count, s.shape), step(weights, s), s)

    return jax.lax.fori_loop(0, most, body, state)
