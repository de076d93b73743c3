"""NumPy goes step by step in a host callback.
Class: host
Why: "in about log N rounds of parallel work, instead of N steps one after the other".
"""

import jax
import jax.numpy as jnp
import numpy as np


def on_host(decay, drive):
    states, state = np.empty_like(drive), 0.0
    for t in range(len(drive)):
        state = decay[t] * state + drive[t]
        states[t] = state
    return states


@jax.jit
def recurrence(decay, drive):
    shape = jax.ShapeDtypeStruct(drive.shape, drive.dtype)
    return jax.pure_callback(lambda a, b: on_host(np.asarray(a), np.asarray(b)), shape, decay, drive)
