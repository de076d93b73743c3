"""Sets the flag for 64 bits for a moment, and splits the wide sum.

Class: memory
Why: breaches "`counts` ... must not be converted to 64 bits": the program has an array of 8 * N * D bytes.
"""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    with jax.enable_x64(True):
        total = (high.astype(jnp.uint64) << 32) | low.astype(jnp.uint64)
        total = total + jnp.sum(counts.astype(jnp.uint64), axis=0)
        return (total >> 32).astype(jnp.uint32), (total & 0xFFFFFFFF).astype(jnp.uint32)
