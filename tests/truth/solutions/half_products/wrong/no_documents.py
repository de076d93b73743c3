"""Fails where there are no documents.

Class: tame
Why: "`N` may be 0."
"""

import jax
import jax.numpy as jnp


def cosine_scores(queries, documents):
    count = documents.shape[0]
    empty = jnp.zeros((queries.shape[0], count), jnp.float32)
    wide = queries.astype(jnp.float32)
    squares = jnp.square(wide).sum(axis=1)

    def fill(i, scores):
        row = jax.lax.dynamic_index_in_dim(documents, i, keepdims=False).astype(jnp.float32)
        length = jnp.sqrt(squares) * jnp.sqrt(jnp.square(row).sum())
        column = jnp.where(length == 0, 0, (wide * row).sum(axis=1) / jnp.where(length == 0, 1, length))
        return scores.at[:, i].set(column)

    return jax.lax.fori_loop(0, count, fill, empty)
