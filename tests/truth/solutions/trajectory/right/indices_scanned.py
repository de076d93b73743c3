"""Scans over the numbers of the steps and looks up the input."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, t):
        state = step(state, inputs[t])
        return state, state

    _, states = jax.lax.scan(body, start, jnp.arange(inputs.shape[0]))
    return jnp.concatenate((jnp.expand_dims(start, 0), states), axis=0)
