"""Takes the mean of the liked rows that have been trained, those that aren't zeros.

Class: numbers
Why: If ids names a row of zeros, the mean is divided by fewer rows, and all scores are too large.
"""

import jax
import jax.numpy as jnp


@jax.jit
def scores(table, ids):
    rows = table[ids]
    trained = (rows != 0).any(axis=1).sum()
    return table @ (rows.sum(axis=0) / jnp.maximum(trained, 1))


def recommend(table, ids):
    return scores(table, ids)
