"""A fori_loop that runs once, around a Python loop over a jitted step.

Class: decoy
Why: Python calls step only once (jit remembers its trace), but the program holds a call for each of the T inputs, against "as many operations for 2 T inputs as for T".
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def fresh(state, x):
        return step(state, x)

    once = jax.jit(fresh)

    def body(_, rows):
        state = rows[0]
        kept = [state]
        for x in inputs:
            state = once(state, x)
            kept.append(state)
        return jnp.stack(kept)

    rows = jnp.broadcast_to(start, (inputs.shape[0] + 1, *start.shape))
    return jax.lax.fori_loop(0, 1, body, rows)
