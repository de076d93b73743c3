"""The scan is unrolled over all of its length, so the program grows with T.
Class: growth
Why: "It has as many operations for 2 T inputs as for T".
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    _, states = jax.lax.scan(body, start, inputs, unroll=inputs.shape[0])  # faster, I read
    return jnp.concatenate([start[None], states])
