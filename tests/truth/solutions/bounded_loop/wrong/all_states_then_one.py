"""All states are computed, and one is taken.
Class: numbers
Why: "Neither the result nor a derivative may become NaN by it".
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(s, _):
        s = step(weights, s)
        return s, s

    _, states = jax.lax.scan(body, state, length=most)
    return jnp.concatenate([state[None], states])[count]
