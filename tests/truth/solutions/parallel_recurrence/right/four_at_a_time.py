"""Doubling with a base of four: in each round a step is joined with three runs before it. A generator yields the distances."""
import functools

import jax
import jax.numpy as jnp


def distances(length):
    distance = 1
    while distance < length:
        yield distance
        distance *= 4


def moved(array, by, filling):
    by = min(by, array.shape[0])
    top = jnp.full((by, array.shape[1]), filling, array.dtype)
    return jnp.concatenate([top, array[: array.shape[0] - by]])


def four_joined(steps, distance):
    decay, drive = steps
    keep, add = decay, drive
    for i in (1, 2, 3):
        # What came before is done first, and then what we have joined so far.
        earlier_keep, earlier_add = moved(decay, i * distance, 1), moved(drive, i * distance, 0)
        keep, add = keep * earlier_keep, keep * earlier_add + add
    return keep, add


@jax.jit
def recurrence(decay, drive):
    assert decay.shape == drive.shape
    _, states = functools.reduce(four_joined, distances(decay.shape[0]), (decay, drive))
    return states
