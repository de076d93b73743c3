"""The last slice is clamped by JAX, its scores are not moved.
Class: numbers
Why: "holds `score(queries[i], table)` at `[i]`".
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n = len(queries)
    size = min(n, size)

    def step(start):
        return jax.vmap(score, (0, None))(jax.lax.dynamic_slice_in_dim(queries, start, size), table)

    return jnp.ravel(jax.lax.map(step, jnp.arange(0, n, size)))[:n]
