"""Transposes and scans along the last axis."""

import jax


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a2 * a1, a2 * b1 + b2


@jax.jit
def recurrence(decay, drive):
    _, states = jax.lax.associative_scan(combine, (decay.T, drive.T), axis=-1)
    return states.T
