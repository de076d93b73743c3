"""A Python loop over blocks of 1024 rows, each of which is summed exactly.

Class: growth
Why: breaches "its program must not grow with `N`": up to 1024 rows there is one block, but 65536 rows write the operations 64 times.
"""

import jax.numpy as jnp

BLOCK = 1024


def add_counts(high, low, counts):
    for begin in range(0, counts.shape[0], BLOCK):
        block = counts[begin : begin + BLOCK]
        lower = jnp.sum(block & 0xFFFF, axis=0, dtype=jnp.uint32)
        upper = jnp.sum(block >> 16, axis=0, dtype=jnp.uint32)
        first = low + lower
        second = first + (upper << 16)
        carries = (first < low).astype(jnp.uint32) + (second < first).astype(jnp.uint32)
        high, low = high + (upper >> 16) + carries, second
    return high, low
