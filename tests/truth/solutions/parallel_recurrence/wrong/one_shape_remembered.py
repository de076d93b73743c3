"""Keeps the compiled function of one shape, and drops it when another shape comes.

Class: retrace
Why: Shapes (8, 3), (9, 3) and (8, 3) again are traced three times: "once for each new shape, and not again for one that it knows".
"""

import functools

import jax


def combine(earlier, later):
    decay1, drive1 = earlier
    decay2, drive2 = later
    return decay1 * decay2, decay2 * drive1 + drive2


@functools.lru_cache(maxsize=1)
def program_for(shape):
    return jax.jit(lambda decay, drive: jax.lax.associative_scan(combine, (decay, drive))[1])


def recurrence(decay, drive):
    return program_for(drive.shape)(decay, drive)
