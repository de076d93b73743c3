"""Runs the loop in blocks of four, a scan for each block.

Class: growth
Why: The program has as many equations for 2 T inputs as for T; `step` is called at most twice.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    rows, state = [start[None]], start
    for begin in range(0, inputs.shape[0], 4):
        state, states = jax.lax.scan(lambda s, x: (step(s, x),) * 2, state, inputs[begin : begin + 4])
        rows.append(states)
    return jnp.concatenate(rows)
