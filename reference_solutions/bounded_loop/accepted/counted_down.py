"""The steps that are left are part of the carry; `switch` chooses."""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(carry, _):
        state, left = carry
        state = jax.lax.switch(jnp.minimum(left, 1), [lambda s: s, lambda s: step(weights, s)], state)
        return (state, jnp.maximum(left - 1, 0)), None

    (state, _), _ = jax.lax.scan(body, (state, count), length=most)
    return state
