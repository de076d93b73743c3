"""An associative scan over pairs of halves, the totals so far among them."""

import jax
import jax.numpy as jnp


def add_pairs(a, b):
    low = a[1] + b[1]
    return a[0] + b[0] + jnp.uint32(low < a[1]), low


def add_counts(high, low, counts):
    highs = jnp.zeros_like(counts, shape=(len(counts) + 1, len(low))).at[0].set(high)
    lows = jnp.vstack([low, counts])
    highs, lows = jax.lax.associative_scan(add_pairs, (highs, lows))
    return highs[-1], lows[-1]
