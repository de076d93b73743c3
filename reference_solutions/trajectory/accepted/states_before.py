"""Keeps the state before each step, so that the last one is to be added, and not the first."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    last, states = jax.lax.scan(lambda state, x: (step(state, x), state), start, inputs)
    return jnp.vstack([states, last])
