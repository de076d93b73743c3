"""Sums only the last eight steps, as older ones hardly matter.
Class: numbers
Why: "gives the state after step `t`": all steps before count.
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    state, weight = drive, decay
    for k in range(1, 8):
        shifted = jnp.pad(drive, ((k, 0), (0, 0)))[: drive.shape[0]]
        state = state + weight * shifted
        weight = weight * jnp.pad(decay, ((k, 0), (0, 0)))[: drive.shape[0]]
    return state
