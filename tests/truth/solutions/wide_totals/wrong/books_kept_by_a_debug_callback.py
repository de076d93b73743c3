"""The totals are right, but each call also writes them into a list of Python's, by jax.debug.callback.
Breaks: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed."
Class: host
"""

import jax
import jax.numpy as jnp

BOOKS = []


def add_counts(high, low, counts):
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32)
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32)
    once = low + lower
    high = high + (once < low)
    twice = once + (upper << 16)
    high = high + (twice < once) + (upper >> 16)
    jax.debug.callback(lambda h, n: BOOKS.append((h, n)), high, twice)
    return high, twice
