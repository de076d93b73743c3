"""Keeps one jitted map for each metric, under the name of the metric.

Class: key
Why: Two metrics of the same name (two lambdas, or two closures of one function) are taken for one, so the second call returns the numbers of the first metric.
"""

import jax

_kept = {}


def distances(metric, xs, ys):
    name = getattr(metric, "__qualname__", type(metric).__name__)
    if name not in _kept:
        rows = jax.vmap(metric, in_axes=(None, 0))
        _kept[name] = jax.jit(jax.vmap(rows, in_axes=(0, None)))
    return _kept[name](xs, ys)
