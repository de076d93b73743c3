"""Scans in reverse, so the last input comes first.

Class: numbers
Why: Row t + 1 holds `step(row t, inputs[t])`.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    _, states = jax.lax.scan(body, start, inputs, reverse=True)
    return jnp.concatenate([start[None], states])
