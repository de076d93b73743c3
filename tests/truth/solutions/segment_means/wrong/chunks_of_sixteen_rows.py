"""Rows are added up in chunks of 16 by a loop of Python, for better rounding, so each chunk adds operations to the program.
Breaks: "The program must not grow with the number of rows or segments."
Class: growth
"""

import jax
import jax.numpy as jnp

CHUNK = 16


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jnp.zeros_like(before)
    totals = jnp.zeros(count)
    for start in range(0, values.shape[0], CHUNK):
        part = slice(start, start + CHUNK)
        sums = sums + jax.ops.segment_sum(weights[part, None] * values[part], segments[part], count)
        totals = totals + jax.ops.segment_sum(weights[part], segments[part], count)
    empty = (totals == 0)[:, None]
    return jnp.where(empty, before, sums / jnp.where(empty, 1.0, totals[:, None]))
