"""Targets as a column beside the examples."""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    rows = jnp.column_stack([xs, ys])
    return jax.vmap(lambda row: loss(weights, row[:-1], row[-1]))(rows)
