"""Computes the table in NumPy, which has no derivative.

Class: host
Why: Compute the distance so that its derivative is finite everywhere.
"""

import jax.numpy as jnp
import numpy as np


def pairwise_distances(x):
    points = np.asarray(x)
    return jnp.asarray(np.sqrt(((points[:, None] - points[None]) ** 2).sum(-1)))
