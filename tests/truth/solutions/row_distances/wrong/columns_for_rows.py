"""The metric is mapped over the columns of both arrays, and not over their rows.
Class: numbers
Why: "Compute it for every pair of rows of two arrays, without changing the function and without a loop".
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    rows = jax.vmap(metric, in_axes=(None, 1))
    return jax.vmap(rows, in_axes=(1, None))(xs, ys)
