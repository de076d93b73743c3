"""A negative start counts as zero.
Class: numbers
Why: "row 0 holds `start`"
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    start = jnp.maximum(start, 0)

    def body(state, x):
        new = step(state, x)
        return new, new

    _, states = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], states])
