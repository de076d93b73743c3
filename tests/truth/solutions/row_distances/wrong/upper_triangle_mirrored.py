"""Computes one triangle where both sides have as many rows, and mirrors it.

Class: numbers
Why: A metric needn't be symmetric.
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    table = jax.vmap(jax.vmap(metric, (None, 0)), (0, None))(xs, ys)
    if len(xs) == len(ys):
        upper = jnp.triu(table)
        table = upper + jnp.triu(table, 1).T
    return table
