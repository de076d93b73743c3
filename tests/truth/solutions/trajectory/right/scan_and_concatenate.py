"""Scans, keeps each new state, and puts the start in front."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    _, states = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], states])
