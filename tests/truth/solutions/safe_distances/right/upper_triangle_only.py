"""Computes each pair of different indices once and scatters it to both places."""

import jax.numpy as jnp


def pairwise_distances(x):
    n = x.shape[0]
    i, j = jnp.triu_indices(n, k=1)
    squared = jnp.sum(jnp.square(x[i] - x[j]), axis=1)
    same = squared == 0
    lengths = jnp.where(same, 0, jnp.sqrt(jnp.where(same, 1, squared)))
    table = jnp.zeros((n, n), x.dtype).at[i, j].set(lengths)
    return table + table.T
