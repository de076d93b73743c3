"""Rows are sorted and sums are differences of one running sum: a segment of small weights behind heavy ones loses its digits.
Breaks: "equal up to rounding: at most 64 float32 epsilons" where "A weight may be 0 or a fraction such as 0.001".
Class: numbers
"""

import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    order = jnp.argsort(segments)
    values, weights = values[order], weights[order]
    ends = jnp.cumsum(jnp.zeros(before.shape[0], jnp.int32).at[segments].add(1))
    starts = jnp.concatenate([jnp.zeros(1, jnp.int32), ends[:-1]])

    def sums_of(rows):
        running = jnp.concatenate([jnp.zeros_like(rows, shape=(1, rows.shape[1])), jnp.cumsum(rows, axis=0)])
        return running[ends] - running[starts]

    column = weights[:, None]
    sums, totals = sums_of(column * values), sums_of(column)
    full = totals > 0
    return jnp.where(full, sums / jnp.where(full, totals, 1.0), before)
