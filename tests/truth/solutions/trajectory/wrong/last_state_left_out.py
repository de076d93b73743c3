"""Keeps the state before each step and forgets the last one, so the start stands twice.

Class: numbers
Why: Row t + 1 holds `step(row t, inputs[t])`.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    _, before = jax.lax.scan(lambda s, x: (step(s, x), s), start, inputs)
    return jnp.concatenate([start[None], before])
