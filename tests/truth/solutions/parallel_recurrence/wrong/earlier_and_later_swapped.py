"""Multiplies the later drive by the earlier decay.
Class: numbers
Why: "state = decay[t] * state + drive[t]".
"""

import jax


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a1 * a2, a1 * b2 + b1


@jax.jit
def recurrence(decay, drive):
    return jax.lax.associative_scan(combine, (decay, drive))[1]
