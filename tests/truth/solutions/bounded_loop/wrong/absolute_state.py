"""Idle steps and all others get the absolute value of the state, which has a root.
Class: tame
Why: "`step(weights, state)` returns the next state".
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(s, i):
        return jnp.where(i < count, step(weights, jnp.abs(s)), s), None

    return jax.lax.scan(body, state, jnp.arange(most))[0]
