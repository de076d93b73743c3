"""Runs a `fori_loop` for each prefix of the inputs, and keeps the last states.

Class: growth
Why: Python calls `step` at most twice in a call of yours, and the program has as many equations for 2 T inputs as for T.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def last(t):
        return jax.lax.fori_loop(0, t, lambda i, s: step(s, inputs[i]), start)

    return jnp.stack([last(t) for t in range(inputs.shape[0] + 1)])
