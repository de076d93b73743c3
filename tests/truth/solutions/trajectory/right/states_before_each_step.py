"""Keeps the state before each step and appends the last carry."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    last, before = jax.lax.scan(lambda state, x: (step(state, x), state), start, inputs)
    return jnp.vstack([before, last])
