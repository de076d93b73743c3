"""Pads the ids to a multiple of eight, so that few programs serve all K.

Class: retrace
Why: One id more in the same bucket, such as 6 after 5, traces 0 times, where the table of calls says exactly 1.
"""

import jax
import jax.numpy as jnp


@jax.jit
def scores(table, ids, count):
    used = jnp.arange(ids.size) < count
    total = jnp.where(used[:, None], table[ids], 0).sum(axis=0)
    return table @ (total / count)


def recommend(table, ids):
    k = ids.shape[0]
    return scores(table, jnp.pad(ids, (0, -k % 8)), k)
