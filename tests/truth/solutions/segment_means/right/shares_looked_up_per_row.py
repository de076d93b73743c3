"""Each row looks up its segment's total, weighs itself by its share, and is added to an array that begins with `before`."""

import jax.numpy as jnp


class Totals:
    def __init__(self, weights, segments, count):
        self.segments = segments
        self.totals = jnp.zeros(count, weights.dtype).at[segments].add(weights)
        self.empty = self.totals == 0.0

    def shares(self, weights):
        safe = jnp.where(self.empty, 1.0, self.totals)[self.segments]
        return jnp.where(self.empty[self.segments], 0.0, weights / safe)


def segment_means(values, weights, segments, before):
    totals = Totals(weights, segments, len(before))
    start = jnp.where(totals.empty[:, None], before, 0.0)
    rows = totals.shares(weights)[:, None] * values
    return start.at[segments].add(rows)
