"""Under disable_jit the scan is a Python loop, which calls the step on plain arrays for each input.
Class: structure
Why: "It has to run inside a loop of `jax.lax`, so that Python calls it once, and not once for each input".
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    with jax.disable_jit():  # left over from debugging
        _, states = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], states])
