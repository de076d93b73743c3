"""Negative numbers are set to 0, as a distance cannot be negative.
Class: tame
Why: "that holds `metric(xs[i], ys[j])` at `[i, j]`".
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    rows = jax.vmap(metric, in_axes=(None, 0))
    return jax.vmap(rows, in_axes=(0, None))(xs, ys).clip(0)
