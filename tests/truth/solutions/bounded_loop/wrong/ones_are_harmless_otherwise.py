"""Chooses what goes into the step as well as what comes out, with a state of ones for steps in vain.

Class: numbers
Why: nothing promises that the step has a value at ones: sqrt(weights * state - 4) with weights of 1 has none, so as soon as count is less than most the derivative with respect to weights is NaN.
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(state, i):
        active = i < count
        safe = jnp.where(active, state, 1.0)
        return jnp.where(active, step(weights, safe), state), None

    return jax.lax.scan(body, state, jnp.arange(most, dtype=jnp.int32))[0]
