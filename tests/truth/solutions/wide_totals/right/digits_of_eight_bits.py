"""Adds up digits of eight bits, and carries from one to the next as on paper."""

import functools

import jax.numpy as jnp

SHIFTS = (0, 8, 16, 24)


def add_counts(high, low, counts):
    def digit(x, shift):
        return (x >> shift) & 0xFF

    def on_paper(state, shift):
        # Up to 65537 numbers of 8 bits and the carry stay far below 2**32.
        carry, low_so_far = state
        column = jnp.sum(digit(counts, shift), axis=0, dtype=jnp.uint32) + digit(low, shift) + carry
        return column >> 8, low_so_far | ((column & 0xFF) << shift)

    start = jnp.zeros_like(low), jnp.zeros_like(low)
    carry, new_low = functools.reduce(on_paper, SHIFTS, start)
    return high + carry, new_low
