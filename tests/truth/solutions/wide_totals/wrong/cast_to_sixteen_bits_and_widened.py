"""Right numbers, but the halves lie in one array with an axis more, which the sum converts to 32 bits: twice the memory of counts.
Breaks: "no array in the program may take more memory than `counts` and four more rows"
Class: memory
"""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    parts = jax.lax.bitcast_convert_type(counts, jnp.uint16)  # [n d 2], the lower half first
    sums = parts.astype(jnp.uint32).sum(axis=0, dtype=jnp.uint32)
    lower, upper = sums[:, 0], sums[:, 1]
    once = low + lower
    high = high + (once < low)
    twice = once + (upper << 16)
    return high + (twice < once) + (upper >> 16), twice
