"""The rows are looked up outside, and are another argument."""

import jax
import jax.numpy as jnp


def score(table, rows):
    return jnp.dot(table, jnp.mean(rows, axis=0))


score = jax.jit(score)


def recommend(table, ids):
    return score(table, jnp.take(table, ids, axis=0))
