"""Gives the derivative by a rule of its own for reverse mode.

Class: custom_rule
Why: "The derivative ... is asked for in reverse mode (`jax.grad`) and in forward mode (`jax.jvp`)": `jax.jvp` of a `custom_vjp` function raises a TypeError.
"""

import jax
import jax.numpy as jnp


def measure(weights, segments, count):
    totals = jax.ops.segment_sum(weights, segments, count)
    return jnp.where(totals == 0, 1, totals), totals == 0


@jax.custom_vjp
def segment_means(values, weights, segments, before):
    safe, empty = measure(weights, segments, before.shape[0])
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, before.shape[0])
    return jnp.where(empty[:, None], before, sums / safe[:, None])


def go(values, weights, segments, before):
    means = segment_means(values, weights, segments, before)
    return means, (values, weights, segments, means)


def back(kept, slopes):
    values, weights, segments, means = kept
    safe, empty = measure(weights, segments, means.shape[0])
    inside = jnp.where(empty[:, None], 0, slopes / safe[:, None])[segments]
    for_values = weights[:, None] * inside
    for_weights = (inside * (values - means[segments])).sum(1)
    return for_values, for_weights, None, jnp.where(empty[:, None], slopes, 0)


segment_means.defvjp(go, back)
