"""The table is cut as well.
Class: numbers
Why: "and the whole table".
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    rows = jnp.resize(table, (len(queries), *table.shape[1:]))
    return jax.lax.map(lambda pair: score(pair[0], pair[1][None]), (queries, rows), batch_size=size)
