"""Masks that multiply.
Class: numbers
Why: "Neither the result nor a derivative may become NaN by it".
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(s, m):
        return m * step(weights, s) + (1 - m) * s, None

    return jax.lax.scan(body, state, (jnp.arange(most) < count).astype(jnp.float32))[0]
