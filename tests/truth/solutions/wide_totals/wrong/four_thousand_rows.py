"""Parts of 12 and 20 bits: the upper sum is exact for 4096 rows at most.

Class: tame
Why: "`N` is from 0 to 65536."
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    upper = jnp.sum(counts >> 12, axis=0, dtype=jnp.uint32)
    lower = jnp.sum(counts & 0xFFF, axis=0, dtype=jnp.uint32)
    added = (upper << 12) + lower
    carry = (added < lower).astype(jnp.uint32)
    total = low + added
    return high + (upper >> 20) + carry + (total < low), total
