"""Stops as soon as a step leaves the state as it is, because all others will do the same.

Class: numbers
Why: the derivative is that of count steps "even if a step leaves the state as it is": for weights * state / 2 with weights of 2 the state stays, and after 5 steps the derivative with respect to weights is that of one step, state / 2, instead of 5 * state / 2.
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def move(state):
        new = step(weights, state)
        return new, (new == state).all()

    def rest(state):
        return state, jnp.array(True)

    def body(carry, i):
        state, settled = carry
        return jax.lax.cond((i < count) & ~settled, move, rest, state), None

    start = (state, jnp.array(False))
    return jax.lax.scan(body, start, jnp.arange(most, dtype=jnp.int32))[0][0]
