"""Computes the table twice, by rows and by columns, and averages the two equal results.

Class: structure
Why: `metric` is called under `jax.vmap`, once in each call of yours.
"""

import jax


def distances(metric, xs, ys):
    by_rows = jax.vmap(jax.vmap(metric, (None, 0)), (0, None))(xs, ys)
    by_columns = jax.vmap(jax.vmap(metric, (0, None)), (None, 0))(xs, ys)
    return (by_rows + by_columns.T) / 2
