"""Distances are limited to fifty.
Class: numbers
Why: "holds `metric(xs[i], ys[j])` at `[i, j]`"
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    return jnp.minimum(jax.vmap(lambda x: jax.vmap(lambda y: metric(x, y))(ys))(xs), 50.0)
