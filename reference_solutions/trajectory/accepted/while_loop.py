"""A while loop that counts by itself."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    total = inputs.shape[0]

    def advance(carry):
        t, state, rows = carry
        state = step(state, inputs[t])
        return t + 1, state, rows.at[t + 1].set(state)

    rows = jnp.tile(start, (total + 1, 1))
    return jax.lax.while_loop(lambda carry: carry[0] < total, advance, (0, start, rows))[2]
