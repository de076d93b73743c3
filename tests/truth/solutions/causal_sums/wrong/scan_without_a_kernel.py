"""A scan over rows.

Class: other
Why: "**One kernel does all the work.**"
"""

import jax
import jax.numpy as jnp


def causal_sums(queries, keys, values, size):
    def step(state, row):
        q, k, v = row
        state = state + jnp.outer(k, v)
        return state, q @ state

    start = jnp.zeros((keys.shape[1], values.shape[1]), jnp.float32)
    return jax.lax.scan(step, start, (queries, keys, values))[1]
