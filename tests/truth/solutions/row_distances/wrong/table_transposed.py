"""Turns the order of the axes around and reshapes, which mixes the pairs.

Class: numbers
Why: Return a float32 array of shape `(N, M)` that holds `metric(xs[i], ys[j])` at `[i, j]`.
"""

import jax


def distances(metric, xs, ys):
    table = jax.vmap(jax.vmap(metric, (0, None)), (None, 0))(xs, ys)
    return table.reshape(len(xs), len(ys))
