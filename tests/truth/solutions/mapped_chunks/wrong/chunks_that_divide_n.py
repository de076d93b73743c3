"""Enlarge the chunks until they divide the number of queries, so that nothing is left over.

Class: memory
Why: with N = 101 and size = 4 the next divisor is 101, so all queries are computed at the same time instead of at most 4.
"""

import jax


def score_all(score, queries, table, size):
    count, width = queries.shape
    size = min(size, count)
    while count % size:
        size += 1
    chunks = queries.reshape(count // size, size, width)
    scores = jax.lax.map(lambda chunk: jax.vmap(score, in_axes=(0, None))(chunk, table), chunks)
    return scores.reshape(count)
