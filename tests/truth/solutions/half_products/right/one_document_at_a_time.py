"""Goes through the documents one by one with jax.lax.map, and converts the single row that it has."""

import jax
import jax.numpy as jnp


def _unit(row: jax.Array) -> jax.Array:
    square = jnp.sum(jnp.square(row))
    length = jnp.sqrt(square)
    return row / jnp.where(square > 0, length, 1)


def cosine_scores(queries: jax.Array, documents: jax.Array) -> jax.Array:
    directions = jax.vmap(_unit)(queries.astype(jnp.float32))

    def against_all_queries(document: jax.Array) -> jax.Array:
        return jnp.dot(directions, _unit(document.astype(jnp.float32)), precision=jax.lax.Precision.HIGHEST)

    return jnp.transpose(jax.lax.map(against_all_queries, documents))
