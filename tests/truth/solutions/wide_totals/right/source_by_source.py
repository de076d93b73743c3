"""Each source by itself, mapped by vmap: sums of 65536 numbers at most, in digits of 12, 10 and 10 bits."""

import functools

import jax
import jax.numpy as jnp

DIGITS = ((0, 12), (12, 10), (22, 10))


@functools.partial(jax.vmap, in_axes=(0, 0, 1))
def add_counts(high, low, counts):
    for shift, bits in DIGITS:
        digits = jnp.bitwise_and(jnp.right_shift(counts, shift), 2**bits - 1)
        total = digits.sum(dtype=jnp.uint32)
        new = low + (total << shift)
        high = high + (total >> (32 - shift) if shift else 0) + (new < low)
        low = new
    return high, low
