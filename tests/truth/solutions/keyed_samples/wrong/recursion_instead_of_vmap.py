"""Halve the batch again and again in Python, which is called a map but is an unrolled loop.

Class: growth
Why: it breaches "its program must not grow with each example": each further example adds its own slices, call and concatenation.
"""

import jax
import jax.numpy as jnp


@jax.jit
def change(key, epoch, n, row):
    own = jax.random.fold_in(jax.random.fold_in(key, epoch), n)
    shift_key, noise_key = jax.random.split(own)
    shift = jax.random.randint(shift_key, (), 0, row.size)
    return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)


def map_over_batch(key, epoch, ids, rows):
    if ids.shape[0] == 1:
        return change(key, epoch, ids[0], rows[0])[None]
    half = ids.shape[0] // 2
    upper = map_over_batch(key, epoch, ids[:half], rows[:half])
    lower = map_over_batch(key, epoch, ids[half:], rows[half:])
    return jnp.concatenate([upper, lower])


def perturb(key, epoch, ids, rows):
    return map_over_batch(key, epoch, ids, rows)
