"""Keeps the change of each step, and adds the changes up in parallel after the loop.

Class: numbers
Why: where start holds inf, the change is inf - inf = NaN and all later rows are NaN (step 2 * state + x, start [inf]: NaN in place of inf).
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        following = step(state, x)
        return following, following - state

    _, changes = jax.lax.scan(body, start, inputs)
    return jnp.cumsum(jnp.concatenate([start[None], changes]), axis=0)
