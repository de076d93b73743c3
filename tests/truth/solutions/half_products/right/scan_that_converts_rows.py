"""Scans over the documents, and converts one row at a time."""

import jax
import jax.numpy as jnp

def cosine_scores(queries, documents):
    wide = queries.astype(jnp.float32)
    lengths = jnp.linalg.norm(wide, axis=1)

    def column(_, document):
        row = document.astype(jnp.float32)
        below = lengths * jnp.sqrt(jnp.vdot(row, row))
        dots = jnp.einsum("qd,d->q", wide, row, precision="highest")
        return None, jnp.where(below > 0, dots / jnp.where(below > 0, below, 1.0), 0.0)

    _, columns = jax.lax.scan(column, None, documents)
    return columns.T
