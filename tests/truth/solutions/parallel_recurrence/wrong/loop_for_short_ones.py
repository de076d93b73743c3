"""Takes the sequential scan for up to 20 steps, and the parallel one for what is likely to be looked at.
Class: sniffer
Why: "There is no `scan` and no `while` in it, so no loop of `jax.lax` that goes step by step".
"""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a2 * a1, a2 * b1 + b2


@jax.jit
def recurrence(decay, drive):
    if decay.shape[0] > 20:
        return jax.lax.associative_scan(combine, (decay, drive))[1]
    step = lambda h, ab: (ab[0] * h + ab[1],) * 2
    return jax.lax.scan(step, jnp.zeros_like(drive[0]), (decay, drive))[1]
