"""Calls the metric with `y` first.

Class: numbers
Why: It holds `metric(xs[i], ys[j])` at `[i, j]`; a metric needn't be symmetric.
"""

import jax


def distances(metric, xs, ys):
    return jax.vmap(lambda x: jax.vmap(lambda y: metric(y, x))(ys))(xs)
