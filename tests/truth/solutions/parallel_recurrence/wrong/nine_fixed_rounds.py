"""Doubles the reach of each step in nine rounds, which looks back 512 steps and no further.

Class: numbers
Why: For N from 513 to 1000 with decays of 1 or -1 (such as all ones) what was driven more than 511 steps ago is missing from the states.
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    length = decay.shape[0]
    for shift in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        reach = min(shift, length)
        padding = ((reach, 0), (0, 0))
        earlier_decay = jnp.pad(decay[: length - reach], padding, constant_values=1.0)
        earlier_drive = jnp.pad(drive[: length - reach], padding)
        drive = decay * earlier_drive + drive
        decay = decay * earlier_decay
    return drive
