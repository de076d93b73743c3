"""Scores of 16 bits save memory, and precision.
Class: dtype
Why: "equal up to rounding".
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    scores = jax.lax.map(lambda q: score(q, table).astype(jnp.bfloat16), queries, batch_size=size)
    return scores.astype(jnp.float32)
