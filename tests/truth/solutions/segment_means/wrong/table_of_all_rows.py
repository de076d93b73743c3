"""Each segment has a copy of all rows.
Class: other
Why: "An array of shape `(S, N)` is allowed, and one of shape `(S, N, D)` isn't".
"""

import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    mine = segments[None, :] == jnp.arange(before.shape[0])[:, None]
    table = jnp.where(mine, weights, 0)
    totals = table.sum(axis=1)[:, None]
    sums = (table[:, :, None] * values[None]).sum(axis=1)
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))
