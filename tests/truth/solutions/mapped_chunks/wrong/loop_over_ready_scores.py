"""Compute all scores at once, and pass them in chunks through a loop that returns them.

Class: decoy
Why: it breaches "At most size queries may be computed at the same time": for N = 100 and size = 4 all 100 are, and the loop only carries numbers.
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    count = queries.shape[0]
    scores = jax.vmap(score, in_axes=(0, None))(queries, table)
    chunks = jnp.pad(scores, (0, -count % size)).reshape(-1, size)
    return jax.lax.map(jax.vmap(jnp.positive), chunks).reshape(-1)[:count]
