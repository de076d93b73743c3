"""Unrolls all steps in Python inside a scan of length 1, and jits the step so that Python calls it once.

Class: growth
Why: breaches "don't unroll the loop" and "as many operations for 2 * most as for most": the loop that jax.lax sees goes round once, and its body has a cond for each of the most steps.
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(state, _):
        move = jax.jit(lambda weights, state: step(weights, state))
        for i in range(most):
            state = jax.lax.cond(i < count, move, lambda weights, state: state, weights, state)
        return state, None

    return jax.lax.scan(body, state, jnp.arange(1))[0]
