"""The truth of `parallel_recurrence`, step by step."""

import jax
import jax.numpy as jnp


def recurrence(decay, drive):
    """Return the state after each step."""

    def body(state, step):
        state = step[0] * state + step[1]
        return state, state

    return jax.lax.scan(body, jnp.zeros_like(drive[0]), (decay, drive))[1]
