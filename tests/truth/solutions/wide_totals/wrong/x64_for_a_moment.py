"""Turns on 64 bits inside, and converts all counts.

Class: flops
Why: "`counts` is large, so it must not be converted to 64 bits"
"""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    with jax.enable_x64(True):
        total = (high.astype(jnp.uint64) << 32) + low.astype(jnp.uint64)
        total = total + counts.astype(jnp.uint64).sum(axis=0)
        return (total >> 32).astype(jnp.uint32), (total & 0xFFFFFFFF).astype(jnp.uint32)
