"""Writes each state into its row, in a loop whose carry is the whole result."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def write_row(t, rows):
        return rows.at[t + 1].set(step(rows[t], inputs[t]))

    rows = jnp.zeros((inputs.shape[0] + 1, start.shape[0]), start.dtype).at[0].set(start)
    return jax.lax.fori_loop(0, inputs.shape[0], write_row, rows)
