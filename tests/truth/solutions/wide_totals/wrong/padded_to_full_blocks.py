"""Pads the rows to full blocks of 256, and scans over the blocks.

Class: memory
Why: breaches "no array in the program may take more memory than `counts` and four more rows": a single row is padded to 256, so N = 1 makes an array of 1024 * D bytes where 20 * D are allowed.
"""

import jax
import jax.numpy as jnp

BLOCK = 256


def add_counts(high, low, counts):
    n, d = counts.shape
    blocks = jnp.pad(counts, ((0, -n % BLOCK), (0, 0))).reshape(-1, BLOCK, d)

    def add_block(total, block):
        high, low = total
        lower = jnp.sum(block & 0xFFFF, axis=0, dtype=jnp.uint32)
        upper = jnp.sum(block >> 16, axis=0, dtype=jnp.uint32)
        first = low + lower
        second = first + (upper << 16)
        carries = (first < low).astype(jnp.uint32) + (second < first).astype(jnp.uint32)
        return (high + (upper >> 16) + carries, second), None

    return jax.lax.scan(add_block, (high, low), blocks)[0]
