"""Divides 0 by 0 in empty segments and replaces the NaN, and a rule of its own keeps it out of the derivatives.

Class: custom_rule
Why: "No operation makes a NaN, not even one that is replaced afterwards": the division makes one for each empty segment.
"""

import jax
import jax.numpy as jnp


def add_up(rows, segments, like):
    return jax.ops.segment_sum(rows, segments, like.shape[0])


@jax.custom_jvp
def segment_means(values, weights, segments, before):
    totals = add_up(weights, segments, before)[:, None]
    means = add_up(weights[:, None] * values, segments, before) / totals
    return jnp.where(jnp.isnan(means), before, means)


@segment_means.defjvp
def push(primals, tangents):
    values, weights, segments, before = primals
    for_values, for_weights, _, for_before = tangents
    means = segment_means(values, weights, segments, before)
    totals = add_up(weights, segments, before)[:, None]
    empty = totals == 0
    moved = weights[:, None] * for_values + for_weights[:, None] * (values - means[segments])
    slopes = add_up(moved, segments, before) / jnp.where(empty, 1, totals)
    return means, jnp.where(empty, for_before, slopes)
