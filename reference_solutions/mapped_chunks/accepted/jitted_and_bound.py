"""A jitted function for each score and size."""

from functools import partial

import jax


@partial(jax.jit, static_argnums=(0, 3))
def score_all(score, queries, table, size):
    return jax.lax.map(lambda pair: score(pair["query"], table), {"query": queries}, batch_size=min(size, len(queries)))
