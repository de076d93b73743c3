"""Combines pairs of decay and drive by lax.associative_scan."""

import jax


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a2 * a1, a2 * b1 + b2


@jax.jit
def recurrence(decay, drive):
    return jax.lax.associative_scan(combine, (decay, drive))[1]
