"""Stacks the lower and upper parts of all counts so that one sum does for both.

Class: memory
Why: "no array in the program may take more memory than `counts` and four more rows": the stack takes 8 * N * D bytes, which is too much for N above 4.
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    parts = jnp.stack([counts & 0xFFFF, counts >> 16])
    lower, upper = jnp.sum(parts, axis=1, dtype=jnp.uint32)
    first = low + lower
    carry = (first < low).astype(jnp.uint32)
    shifted = upper << 16
    total = first + shifted
    carry = carry + (total < shifted)
    return high + (upper >> 16) + carry, total
