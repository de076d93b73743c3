"""The step's result is added to the state, as if it were a change and not the next state.
Class: numbers
Why: "`step(state, inputs[t])` returns the next state".
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = state + step(state, x)
        return state, state

    _, states = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], states])
