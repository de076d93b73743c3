"""The division's own rule has no term for the totals.
Class: custom_rule
Why: "The derivative with respect to `values`, `weights` and `before` is asked for".
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def divide(a, b):
    return a / jnp.where(b == 0, 1, b)


@divide.defjvp
def divide_jvp(primals, tangents):
    a, b = primals
    safe = jnp.where(b == 0, 1, b)
    return a / safe, jnp.where(b == 0, 0, tangents[0] / safe)


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    return jnp.where(totals == 0, before, divide(sums, totals))
