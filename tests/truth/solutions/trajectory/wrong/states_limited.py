"""States are limited to ten.
Class: numbers
Why: "`step(row t, inputs[t])`"
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        new = jnp.clip(step(state, x), -10.0, 10.0)
        return new, new

    _, states = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], states])
