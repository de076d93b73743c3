"""Scans without inputs for a given length, with a counter in the carry."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(carry, _):
        t, state = carry
        state = step(state, inputs[t])
        return (t + 1, state), state

    _, states = jax.lax.scan(body, (0, start), xs=None, length=inputs.shape[0])
    return jnp.pad(states, ((1, 0), (0, 0))).at[0].set(start)
