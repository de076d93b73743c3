"""By hand: in each round every step is combined with the one 1, 2, 4 … before it."""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    distance = 1
    while distance < drive.shape[0]:
        before = jnp.zeros_like(drive).at[distance:].set(drive[:-distance])
        kept = jnp.ones_like(decay).at[distance:].set(decay[:-distance])
        drive = decay * before + drive
        decay = decay * kept
        distance *= 2
    return drive
