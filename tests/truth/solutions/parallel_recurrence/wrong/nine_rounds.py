"""Doubles the reach nine times, which is enough for 512 steps.

Class: numbers
Why: with 1000 decays of 1 and drives of 1 the last state is 512 instead of 1000.
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    n = drive.shape[0]
    for k in range(9):
        reach = min(2**k, n)
        earlier = jnp.pad(drive[: n - reach], ((reach, 0), (0, 0)))
        faded = jnp.pad(decay[: n - reach], ((reach, 0), (0, 0)), constant_values=1)
        drive = decay * earlier + drive
        decay = decay * faded
    return drive
