"""Takes the next larger chunk that divides N, so that there is no remainder.

Class: memory
Why: breaches "At most `size` queries may be computed at the same time": for N = 7 and size 4 (or 9 and 5) it computes all queries at once.
"""

import jax


def score_all(score, queries, table, size):
    count = queries.shape[0]
    chunk = next(k for k in range(min(size, count), count + 1) if count % k == 0)
    parts = queries.reshape(count // chunk, chunk, -1)
    scores = jax.lax.map(lambda part: jax.vmap(score, in_axes=(0, None))(part, table), parts)
    return scores.reshape(count)
