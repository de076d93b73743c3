"""Overlap times zero.

Class: numbers
Why: The last chunk starts early enough to be full, and what was computed before is multiplied by 0 before it is
added. Breaks "The score of a query may be infinite, but no score is NaN": 0 times infinity is NaN. Seen at N = 5,
size 2, where the score of query 3 is infinite: it comes back as NaN. It isn't seen if size divides N.
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n = len(queries)
    size = min(size, n)
    many = jax.vmap(score, in_axes=(0, None))

    def body(i, out):
        start = jnp.minimum(i * size, n - size)
        places = start + jnp.arange(size)
        fresh = (places >= i * size).astype(out.dtype)
        return out.at[places].add(fresh * many(queries[places], table))

    return jax.lax.fori_loop(0, -(-n // size), body, jnp.zeros(n, queries.dtype))
