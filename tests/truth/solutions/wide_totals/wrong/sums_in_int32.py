"""Sums halves of 16 bits as int32, and turns the results to uint32.

Class: numbers
Why: from 2**31 on (more than 32768 large counts) a sum of upper halves is negative, and >> 16 shifts its sign in, so the new high is wrong.
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    lower = jnp.sum((counts & 0xFFFF).astype(jnp.int32), axis=0)
    upper = jnp.sum((counts >> 16).astype(jnp.int32), axis=0)
    first = low + lower.astype(jnp.uint32)
    second = first + (upper << 16).astype(jnp.uint32)
    carries = (first < low).astype(jnp.uint32) + (second < first).astype(jnp.uint32)
    return high + (upper >> 16).astype(jnp.uint32) + carries, second
