"""Doubles the reach of each element in each round, with shifted copies (Hillis and Steele)."""

import itertools

import jax
import jax.numpy as jnp


def _shift(array, by, fill):
    return jnp.pad(array[:-by], ((by, 0), (0, 0)), constant_values=fill)


@jax.jit
def recurrence(decay, drive):
    n = drive.shape[0]
    powers = itertools.takewhile(lambda reach: reach < n, (2**k for k in itertools.count()))
    for reach in powers:
        drive = decay * _shift(drive, reach, 0) + drive
        decay = decay * _shift(decay, reach, 1)
    return drive
