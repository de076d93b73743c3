"""Compiles only the function that combines; the rounds run eagerly.
Class: half_eager
Why: "All of it has to run in a function made by `jax.jit`".
"""

import jax


@jax.jit
def combine(earlier, later):
    return later[0] * earlier[0], later[0] * earlier[1] + later[1]


def recurrence(decay, drive):
    return jax.lax.associative_scan(combine, (decay, drive))[1]
