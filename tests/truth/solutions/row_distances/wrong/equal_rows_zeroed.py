"""Pairs of equal rows get a 0, whatever the metric says.
Class: tame
Why: "that holds `metric(xs[i], ys[j])` at `[i, j]`".
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    rows = jax.vmap(metric, in_axes=(None, 0))
    table = jax.vmap(rows, in_axes=(0, None))(xs, ys)
    return jnp.where((xs[:, None] == ys[None]).all(axis=-1), 0, table)
