"""One document at a time: a row is converted, and then everything is float32."""

import jax
import jax.numpy as jnp


def normalize(row):
    length = jnp.sqrt(jnp.sum(jnp.square(row)))
    return row / jnp.where(length == 0, 1, length)


def cosine_scores(queries, documents):
    wide = jax.vmap(normalize)(queries.astype(jnp.float32))

    def score(document):
        return wide @ normalize(document.astype(jnp.float32))

    return jax.lax.map(score, documents).T
