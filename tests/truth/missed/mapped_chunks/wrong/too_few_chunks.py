"""Too few chunks.

Class: numbers
Why: Makes N // size chunks of equal length, which then may be longer than `size`. Breaks "At most `size` queries may
be computed at the same time", by less than a factor of two. Seen at N = 5, size 2: two chunks of three; at N = 15,
size 8: one chunk of fifteen.
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n, d = queries.shape
    chunks = max(1, n // size)
    length = -(-n // chunks)
    padded = jnp.pad(queries, ((0, chunks * length - n), (0, 0)), mode="edge")
    many = jax.vmap(score, in_axes=(0, None))
    scores = jax.lax.map(lambda chunk: many(chunk, table), padded.reshape(chunks, length, d))
    return scores.reshape(-1)[:n]
