"""Counts in a `while_loop` and writes each state by a dynamic update."""

import jax
import jax.numpy as jnp
from jax import lax


def trajectory(step, start, inputs):
    total = inputs.shape[0]
    table = jnp.empty((total + 1, start.shape[0]), start.dtype)
    table = lax.dynamic_update_index_in_dim(table, start, 0, axis=0)

    def unfinished(carry):
        t, _, _ = carry
        return t < total

    def advance(carry):
        t, state, table = carry
        x = lax.dynamic_index_in_dim(inputs, t, axis=0, keepdims=False)
        state = step(state, x)
        return t + 1, state, lax.dynamic_update_index_in_dim(table, state, t + 1, axis=0)

    return lax.while_loop(unfinished, advance, (0, start, table))[2]
