"""Scores of a query, float32[D], against a table, float32[M, D]. Each sorts an array of the table's shape."""

import jax.numpy as jnp


def nearest(query, table):
    """Sort the distances in each direction, and return minus the sum of the smaller half of them."""
    distances = jnp.sort(jnp.abs(table - query), axis=0)
    return -distances[: (len(table) + 1) // 2].sum()


def crowding(query, table):
    """Sort the gaps to all rows, and compare those that are next to each other."""
    gaps = jnp.sort(jnp.tanh(table - query), axis=0)
    return jnp.sqrt(jnp.mean((gaps[1:] - gaps[:-1]) ** 2))


def trimmed(query, table):
    """Weigh each number by its distance, and take the mean without the smallest and the largest ones."""
    weighed = jnp.sort(table / (1 + jnp.abs(table - query)), axis=0)
    return jnp.abs(weighed[1:-1]).mean()


def spread(query, table):
    """Return how far the quarter with the largest products is from the quarter with the smallest."""
    products = jnp.sort(table * query, axis=0)
    few = len(table) // 4
    return (products[-few:] - products[:few]).mean()
