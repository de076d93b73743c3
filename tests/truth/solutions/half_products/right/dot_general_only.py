"""Everything by lax.dot_general and its dimension numbers."""

import jax
import jax.numpy as jnp


def product(a, b, contract, batch):
    dimensions = (((contract,), (contract,)), (batch, batch))
    return jax.lax.dot_general(a, b, dimensions, preferred_element_type=jnp.float32)


def cosine_scores(queries, documents):
    dots = product(queries, documents, 1, ())
    long = jax.lax.sqrt(product(queries, queries, 1, (0,)))
    wide = jax.lax.sqrt(product(documents, documents, 1, (0,)))
    by_query = jax.lax.div(dots, jax.lax.broadcast_in_dim(long, dots.shape, (0,)))
    scores = jax.lax.div(by_query, jax.lax.broadcast_in_dim(wide, dots.shape, (1,)))
    return jnp.nan_to_num(scores, nan=0.0)
