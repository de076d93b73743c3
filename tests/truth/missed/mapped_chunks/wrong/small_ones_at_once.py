"""Small ones at once.

Class: other
Why: If the arrays of all queries together have less than 1024 bytes, which nobody notices, there is no loop. Breaks
"At most `size` queries may be computed at the same time" and "The chunks run in a loop of `jax.lax`". Seen in the
statement's example: five queries at once with size 2.
"""

import jax


def score_all(score, queries, table, size):
    many = jax.vmap(score, in_axes=(0, None))
    if len(queries) * table.size * table.dtype.itemsize < 1024:
        return many(queries, table)
    return jax.lax.map(lambda query: score(query, table), queries, batch_size=min(size, len(queries)))
