"""Writes the scan for one column and maps it over the columns."""

import functools

import jax


def column(decay, drive):
    def combine(left, right):
        return left[0] * right[0], right[0] * left[1] + right[1]

    _, states = jax.lax.associative_scan(combine, (decay, drive))
    return states


each_column = functools.partial(jax.vmap, in_axes=1, out_axes=1)


@jax.jit
def recurrence(decay, drive):
    return each_column(column)(decay, drive)
