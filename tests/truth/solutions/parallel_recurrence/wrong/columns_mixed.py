"""Scans over the flattened array, so each column goes on where the last one ended.
Class: numbers
Why: "The D columns are independent of each other".
"""

import jax


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a2 * a1, a2 * b1 + b2


@jax.jit
def recurrence(decay, drive):
    flat = jax.lax.associative_scan(combine, (decay.T.ravel(), drive.T.ravel()))[1]
    return flat.reshape(decay.shape[::-1]).T
