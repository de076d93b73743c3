"""Writes each state into a buffer in a fori_loop.
Class: growth
Why: "There is no `scan` and no `while` in it".
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    def body(t, states):
        return states.at[t].set(decay[t] * states[t - 1] + drive[t])

    return jax.lax.fori_loop(1, decay.shape[0], body, jnp.zeros_like(drive).at[0].set(drive[0]))
