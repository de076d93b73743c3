"""One `where`.
Class: numbers
Why: "Neither the result nor a derivative may become NaN by it".
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(s, i):
        return jnp.where(i < count, step(weights, s), s), None

    return jax.lax.scan(body, state, jnp.arange(most))[0]
