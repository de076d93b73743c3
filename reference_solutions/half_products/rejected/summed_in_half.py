import jax
import jax.numpy as jnp


def cosine_scores(queries, documents):
    def add_column(i, sums):
        dots, q_squares, d_squares = sums
        q, d = queries[:, i], documents[:, i]
        return dots + q[:, None] * d, q_squares + q * q, d_squares + d * d

    start = [jnp.zeros(shape, queries.dtype) for shape in ((len(queries), len(documents)), len(queries), len(documents))]
    sums = jax.lax.fori_loop(0, queries.shape[1], add_column, tuple(start))
    dots, q_squares, d_squares = (x.astype(jnp.float32) for x in sums)
    lengths = jnp.sqrt(q_squares)[:, None] * jnp.sqrt(d_squares)
    return jnp.where(lengths > 0, dots / lengths, 0)
