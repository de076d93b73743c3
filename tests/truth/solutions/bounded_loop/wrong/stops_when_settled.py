"""Stops as soon as a step leaves the state as it is.

Class: numbers
Why: for step = weights * state with weights of 1 the state stays, and the derivative by weights is that of one step instead of `count`.
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(carry, i):
        state, settled = carry

        def move(state):
            new = step(weights, state)
            return new, jnp.all(new == state)

        def hold(state):
            return state, settled

        return jax.lax.cond((i < count) & ~settled, move, hold, state), None

    return jax.lax.scan(body, (state, jnp.bool_(False)), jnp.arange(most))[0][0]
