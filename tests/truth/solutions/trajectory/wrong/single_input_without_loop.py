"""Scans, but for one input a loop isn't worth it.

Class: half_eager
Why: breaches "also where there is one input only": for T = 1 step runs outside of any loop, on plain arrays.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    if inputs.shape[0] == 1:
        return jnp.stack([start, step(start, inputs[0])])

    def body(state, x):
        state = step(state, x)
        return state, state

    _, rest = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], rest])
