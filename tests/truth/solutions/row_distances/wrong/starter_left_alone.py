"""Calls the metric from Python for every pair.

Class: half_eager
Why: Compute it for every pair of rows without a loop; `metric` is never called on plain arrays.
"""

import jax.numpy as jnp


def distances(metric, xs, ys):
    return jnp.array([[metric(x, y) for y in ys] for x in xs])
