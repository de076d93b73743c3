"""Adds the first half of the rows to the second, with carries, until a single row is left.

Class: numbers
Why: where a number of rows on the way is odd, the last row is lost: with N = 3, 5 or 6 the total is too small.
"""
import jax.numpy as jnp


def add(high, low, more_high, more_low):
    new = low + more_low
    return high + more_high + (new < low), new


def add_counts(high, low, counts):
    upper, lower = jnp.zeros_like(counts), counts
    while len(lower) > 1:
        half = len(lower) // 2
        upper, lower = add(upper[:half], lower[:half], upper[half : 2 * half], lower[half : 2 * half])
    if len(lower) == 0:
        return high, low
    return add(high, low, upper[0], lower[0])
