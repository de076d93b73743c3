"""Runs lax.scan, one step after the other.
Class: growth
Why: "There is no `scan` and no `while` in it".
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    def body(state, step):
        state = step[0] * state + step[1]
        return state, state

    return jax.lax.scan(body, jnp.zeros_like(drive[0]), (decay, drive))[1]
