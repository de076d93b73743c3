"""Finds equal points by the sum of their coordinates, which is cheaper than comparing them all.

Class: numbers
Why: for [[1.0, 2.0], [2.0, 1.0]] the sums agree though the points differ, and the distance comes out as 0 in place of 1.414.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    marks = x.sum(axis=-1)
    same = marks[:, None] == marks[None, :]
    difference = jnp.where(same[..., None], 1, x[:, None, :] - x[None, :, :])
    return jnp.where(same, 0, jnp.sqrt(jnp.sum(difference**2, axis=-1)))
