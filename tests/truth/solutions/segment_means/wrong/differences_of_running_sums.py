"""Sorts the rows, and takes each segment's sums as differences of running sums over all rows.

Class: numbers
Why: where a segment of weights about 1e-7 comes after one of weights about 1, its total is lost in the rounding of the running sum, and the mean is far off or `before`.
"""

import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    order = jnp.argsort(segments)
    weights = weights[order]
    rows = jnp.cumsum(weights[:, None] * values[order], axis=0)
    rows = jnp.pad(rows, ((1, 0), (0, 0)))
    running = jnp.pad(jnp.cumsum(weights), (1, 0))
    edges = jnp.searchsorted(segments[order], jnp.arange(count + 1, dtype=segments.dtype))
    sums = jnp.diff(rows[edges], axis=0)
    totals = jnp.diff(running[edges])[:, None]
    empty = totals <= 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))
