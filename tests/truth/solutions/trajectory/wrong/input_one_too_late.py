"""Counts from one, so the first input is skipped and the last used twice.

Class: numbers
Why: Row 1 holds `step(start, inputs[0])`.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(t, states):
        return states.at[t].set(step(states[t - 1], inputs[t]))

    t_max, d = inputs.shape
    states = jnp.zeros((t_max + 1, d)).at[0].set(start)
    return jax.lax.fori_loop(1, t_max + 1, body, states)
