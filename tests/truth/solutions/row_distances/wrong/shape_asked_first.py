"""Asks jax.eval_shape what the metric returns, and then maps it over all pairs.

Class: structure
Why: Python calls the metric twice in a call, and the first time not under jax.vmap: it may be called at most once, and then under jax.vmap.
"""

import jax


def distances(metric, xs, ys):
    result = jax.eval_shape(metric, xs[0], ys[0])
    if result.shape != ():
        raise ValueError("a metric returns one number")
    return jax.vmap(jax.vmap(metric, in_axes=(None, 0)), in_axes=(0, None))(xs, ys)
