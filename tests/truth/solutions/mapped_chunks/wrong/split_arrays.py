"""`jnp.array_split`, and a jitted function for each part.
Class: growth
Why: "Python calls `score` at most three times".
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    batched = jax.jit(jax.vmap(score, in_axes=(0, None)))
    return jnp.hstack([batched(part, table) for part in jnp.array_split(queries, -(-len(queries) // size))])
