"""A Python loop over the rows.
Class: growth
Why: "The program must not grow with the number of rows or segments".
"""

import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    sums, totals = jnp.zeros_like(before), jnp.zeros((before.shape[0], 1))
    for i in range(values.shape[0]):
        sums = sums.at[segments[i]].add(weights[i] * values[i])
        totals = totals.at[segments[i]].add(weights[i])
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))
