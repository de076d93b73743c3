"""Turns time round and scans in reverse, with the arguments of combine the same way."""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a2 * a1, a2 * b1 + b2


@jax.jit
def recurrence(decay, drive):
    flipped = (jnp.flip(decay, 0), jnp.flip(drive, 0))
    return jnp.flip(jax.lax.associative_scan(combine, flipped, reverse=True)[1], axis=0)
