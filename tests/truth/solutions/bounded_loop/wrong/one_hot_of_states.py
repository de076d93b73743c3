"""All states are computed, and weighted by zeros and a one.
Class: numbers
Why: "Neither the result nor a derivative may become NaN by it".
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(s, _):
        return step(weights, s), s

    last, states = jax.lax.scan(body, state, length=most)
    states = jnp.concatenate([states, last[None]])
    return jax.nn.one_hot(count, most + 1) @ states
