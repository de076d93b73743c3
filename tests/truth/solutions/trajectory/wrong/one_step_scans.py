"""Starts a scan of length one for each input.

Class: dispatches
Why: It has to run inside a loop of `jax.lax`, so that Python calls it once, and not once for each input.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    states = [start]
    for t in range(inputs.shape[0]):
        last, _ = jax.lax.scan(lambda s, x: (step(s, x), None), states[-1], inputs[t : t + 1])
        states.append(last)
    return jnp.stack(states)
