"""Blocks of at most a quarter of the documents are converted, in a scan that ends with a shorter rest."""

import jax
import jax.numpy as jnp


def block_scores(queries, block):
    block = block.astype(jnp.float32)
    lengths = jnp.linalg.norm(queries, axis=1)[:, None] * jnp.linalg.norm(block, axis=1)
    dots = jnp.matmul(queries, block.T, precision=jax.lax.Precision.HIGHEST)
    return jnp.where(lengths > 0, dots / lengths, 0)


def cosine_scores(queries, documents):
    wide = queries.astype(jnp.float32)
    count, width = documents.shape
    size = max(1, count // 4)
    whole = count // size * size

    def step(carry, block):
        return carry, block_scores(wide, block)

    _, parts = jax.lax.scan(step, (), documents[:whole].reshape(-1 if whole else 0, size, width))
    rest = block_scores(wide, documents[whole:])
    return jnp.concatenate([jnp.moveaxis(parts, 0, 1).reshape(len(queries), whole), rest], axis=1)
