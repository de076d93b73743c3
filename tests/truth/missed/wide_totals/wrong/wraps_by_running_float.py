"""Wraps by running float.

Class: other
Why: Breaks "exactly": a scan adds rows up in uint32, which wraps around, and beside it in float32; how often the sum
wrapped is guessed from the float sum, rounded. For a thousand rows that is always right. One sees it with N = 65536
and all counts 2**32 - 2**23 - 2**16: the float sum's error is more than 2**31, so that `high` is off.
"""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    def step(sums, row):
        wrapped, rough = sums
        return (wrapped + row, rough + row.astype(jnp.float32)), None

    zeros = jnp.zeros_like(low)
    (wrapped, rough), _ = jax.lax.scan(step, (zeros, zeros.astype(jnp.float32)), counts)
    wraps = jnp.round((rough - wrapped.astype(jnp.float32)) / 2.0**32).astype(jnp.uint32)
    total = low + wrapped
    return high + wraps + (total < low), total
