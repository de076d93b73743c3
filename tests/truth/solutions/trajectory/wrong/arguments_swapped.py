"""Gives the step its input first.

Class: numbers
Why: `step(state, inputs[t])` returns the next state.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(x, state)
        return state, state

    _, states = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], states])
