"""Doubles the distance in each round and shifts by concatenation, as Hillis and Steele do."""

import jax
import jax.numpy as jnp


def shift(values, distance, fill):
    padding = jnp.full((distance, values.shape[1]), fill, values.dtype)
    return jnp.concatenate([padding, values[:-distance]])


@jax.jit
def recurrence(decay, drive):
    n = decay.shape[0]
    distance = 1
    while distance < n:
        drive = decay * shift(drive, distance, 0.0) + drive
        decay = decay * shift(decay, distance, 1.0)
        distance *= 2
    return drive
