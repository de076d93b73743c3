"""The totals are one more row; the rows are folded in half, round by round, each addition with its carry."""

import jax.numpy as jnp


def add_pairs(a, b):
    (high_a, low_a), (high_b, low_b) = a, b
    low = low_a + low_b
    return high_a + high_b + (low < low_a), low


def add_counts(high, low, counts):
    lows = jnp.concatenate([low[None], counts])
    highs = jnp.concatenate([high[None], jnp.zeros_like(counts)])
    while (rows := lows.shape[0]) > 1:
        half = rows // 2
        first, second, rest = ((highs[part], lows[part]) for part in (slice(half), slice(half, 2 * half), slice(2 * half, None)))
        highs, lows = add_pairs(first, second)
        if rows % 2:
            highs, lows = jnp.concatenate([highs, rest[0]]), jnp.concatenate([lows, rest[1]])
    return highs[0], lows[0]
