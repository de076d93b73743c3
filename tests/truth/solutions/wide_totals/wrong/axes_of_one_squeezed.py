"""Drops axes of length one before it sums, to be ready for counts of a single source.

Class: layout
Why: with N = 1 and several sources the sum goes over the sources: each total grows by the counts of all.
"""
import jax.numpy as jnp


def add_counts(high, low, counts):
    counts = jnp.squeeze(counts)
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32) if counts.ndim else counts >> 16
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32) if counts.ndim else counts & 0xFFFF
    first = (upper << 16) + lower
    new = low + first
    return high + (upper >> 16) + (first < lower) + (new < low), new
