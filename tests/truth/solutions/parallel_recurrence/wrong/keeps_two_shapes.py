"""Keeps a jitted function for each shape, but only for the two shapes used last.

Class: retrace
Why: "JAX traces your function once for each new shape, and not again for one that it knows": after calls with three shapes, the first one is traced again.
"""

import functools

import jax


def combine(earlier, later):
    keep1, add1 = earlier
    keep2, add2 = later
    return keep1 * keep2, keep2 * add1 + add2


@functools.lru_cache(maxsize=2)
def solver_for(shape):
    @jax.jit
    def solve(decay, drive):
        assert decay.shape == drive.shape == shape
        return jax.lax.associative_scan(combine, (decay, drive))[1]

    return solve


def recurrence(decay, drive):
    return solver_for(decay.shape)(decay, drive)
