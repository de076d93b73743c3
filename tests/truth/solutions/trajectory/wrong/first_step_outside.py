"""Runs the first step eagerly to learn the shape of the state, and scans the rest.

Class: half_eager
Why: `step` is called inside a loop of `jax.lax`, never on plain arrays.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    first = step(start, inputs[0])

    def body(state, x):
        state = step(state, x)
        return state, state

    _, states = jax.lax.scan(body, first, inputs[1:])
    return jnp.concatenate([start[None], first[None], states])
