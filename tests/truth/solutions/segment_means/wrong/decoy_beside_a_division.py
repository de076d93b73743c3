"""The safe mean is computed and multiplied by zero; the answer is that of 0 / 0 replaced.
Class: decoy
Why: "no NaN may come from them: not in the means, and".
"""

import jax
import jax.numpy as jnp


def safe(sums, totals, before):
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, count)
    totals = jax.ops.segment_sum(weights, segments, count)[:, None]
    shown = safe(sums, totals, before)
    means = sums / totals
    return jnp.where(jnp.isfinite(means), means, before) + 0 * shown
