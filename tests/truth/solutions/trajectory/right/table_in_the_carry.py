"""Carries the whole table and a counter through a scan that keeps nothing."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    rows = inputs.shape[0] + 1
    table = jnp.zeros((rows,) + start.shape, jnp.float32)
    table = table.at[0].set(start)

    def body(carry, x):
        t, state, table = carry
        new_state = step(state, x)
        table = table.at[t + 1].set(new_state)
        return (t + 1, new_state, table), None

    (_, _, table), _ = jax.lax.scan(body, (jnp.int32(0), start, table), inputs)
    return table
