"""A Python loop over the chunks.
Class: growth
Why: "The chunks run in a loop of `jax.lax` that is compiled once".
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    batched = jax.vmap(score, in_axes=(0, None))
    parts = []
    for start in range(0, len(queries), size):
        parts.append(batched(queries[start : start + size], table))
    return jnp.concatenate(parts)
