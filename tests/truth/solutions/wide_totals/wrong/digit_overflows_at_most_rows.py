"""The second digit's sum takes the first one's carry and the old digit as well: with 65536 rows of large numbers it wraps around.
Breaks: "`N` is from 0 to 65536. Any uint32 number can occur"
Class: numbers
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    mask = 0xFFFF
    lower = jnp.sum(counts & mask, axis=0, dtype=jnp.uint32) + (low & mask)
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32) + (low >> 16) + (lower >> 16)
    return high + (upper >> 16), (upper << 16) | (lower & mask)
