"""Masks all values for each segment, by broadcasting to three axes.

Class: memory
Why: "No intermediate array has more than `N * S + N * D + S * D + N + S` elements": there is one of shape (S, N, D).
"""

import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    numbers = jnp.arange(before.shape[0])
    mine = segments == numbers[:, None]
    counts = jnp.where(mine, weights, 0)
    totals = counts.sum(1)[:, None]
    sums = (counts[:, :, None] * values).sum(1)
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))
