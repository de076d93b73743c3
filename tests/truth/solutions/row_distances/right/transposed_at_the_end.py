"""Computes the table with `ys` first and transposes it."""

import jax


def distances(metric, xs, ys):
    table = jax.vmap(jax.vmap(metric, in_axes=(0, None)), in_axes=(None, 0))(xs, ys)
    assert table.shape == (ys.shape[0], xs.shape[0])
    return table.T
