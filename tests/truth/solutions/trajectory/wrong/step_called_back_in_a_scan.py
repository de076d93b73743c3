"""Scans with a body that calls the step on the host for each input.

Class: host
Why: `step` is called inside a loop of `jax.lax`, never on plain arrays, and at most twice in a call of yours.
"""

import jax
import jax.numpy as jnp
import numpy as np


def trajectory(step, start, inputs):
    def on_host(state, x):
        return np.asarray(step(jnp.asarray(state), jnp.asarray(x)), np.float32)

    def body(state, x):
        state = jax.pure_callback(on_host, jax.ShapeDtypeStruct(start.shape, start.dtype), state, x)
        return state, state

    _, states = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], states])
