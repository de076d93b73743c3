"""Gives the metric arrays with three axes.

Class: numbers
Why: Given arrays with another number of axes it may return nonsense.
"""

import jax.numpy as jnp


def distances(metric, xs, ys):
    result = metric(xs[:, None, :], ys[None, :, :])
    return jnp.broadcast_to(result, (len(xs), len(ys)))
