"""Keeps the mapped function of the first call, and so the first metric.

Class: memory
Why: The table holds `metric(xs[i], ys[j])` at `[i, j]`, with the metric of this call.
"""

import jax

mapped = {}


def distances(metric, xs, ys):
    if "table" not in mapped:
        mapped["table"] = jax.vmap(jax.vmap(metric, (None, 0)), (0, None))
    return mapped["table"](xs, ys)
