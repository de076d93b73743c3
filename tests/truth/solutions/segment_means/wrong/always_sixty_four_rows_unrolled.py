"""A loop of Python over rows that always makes at least 64 steps, so 24 and 48 rows look alike, and 65 and more do not.
Breaks: "The program must not grow with the number of rows or segments."
Class: growth
"""

import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    rows = values.shape[0]
    if rows == 0:
        return before
    sums = jnp.zeros_like(before)
    totals = jnp.zeros((before.shape[0], 1))
    for step in range(max(rows, 64)):
        row = min(step, rows - 1)
        weight = weights[row] * (1.0 if step < rows else 0.0)
        sums = sums.at[segments[row]].add(weight * values[row])
        totals = totals.at[segments[row], 0].add(weight)
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1.0, totals))
