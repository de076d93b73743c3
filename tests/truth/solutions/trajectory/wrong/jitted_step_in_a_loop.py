"""Compiles the step and calls it T times from Python.

Class: dispatches
Why: It has to run inside a loop of `jax.lax`.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    compiled = jax.jit(step)
    states = [start]
    for x in inputs:
        states.append(compiled(states[-1], x))
    return jnp.stack(states)
