"""Runs the step T times from Python.

Class: growth
Why: It has to run inside a loop of `jax.lax`, so that Python calls it once, and not once for each input.
"""

import jax.numpy as jnp


def trajectory(step, start, inputs):
    states = [start]
    for t in range(inputs.shape[0]):
        states.append(step(states[-1], inputs[t]))
    return jnp.stack(states)
