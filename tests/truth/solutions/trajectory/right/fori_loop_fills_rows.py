"""Fills an array row by row in a `fori_loop`."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    t_max, d = inputs.shape
    states = jnp.zeros((t_max + 1, d), start.dtype).at[0].set(start)

    def body(t, states):
        return states.at[t + 1].set(step(states[t], inputs[t]))

    return jax.lax.fori_loop(0, t_max, body, states)
