"""A loop over the columns with three sums in its carry; only a column is converted."""

import jax
import jax.numpy as jnp


def cosine_scores(queries, documents):
    def add_column(i, sums):
        dots, q_squares, d_squares = sums
        q, d = (x[:, i].astype(jnp.float32) for x in (queries, documents))
        return dots + q[:, None] * d[None, :], q_squares + q * q, d_squares + d * d

    q, n = len(queries), len(documents)
    start = jnp.zeros((q, n)), jnp.zeros(q), jnp.zeros(n)
    dots, q_squares, d_squares = jax.lax.fori_loop(0, queries.shape[1], add_column, start)
    q_lengths, d_lengths = jnp.sqrt(q_squares)[:, None], jnp.sqrt(d_squares)[None, :]
    zero = (q_lengths == 0) | (d_lengths == 0)
    return jnp.where(zero, 0, dots / q_lengths / d_lengths)
