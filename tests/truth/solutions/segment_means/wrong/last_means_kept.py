"""Empty segments get what the call before has returned for these shapes.
Class: memory
Why: "Equal inputs give equal bits, whatever was called before".
"""

import jax
import jax.numpy as jnp

LAST = {}


@jax.jit
def run(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))


def segment_means(values, weights, segments, before):
    key = values.shape, before.shape
    means = run(values, weights, segments, LAST.get(key, before))
    if not isinstance(means, jax.core.Tracer):
        LAST[key] = means
    return means
