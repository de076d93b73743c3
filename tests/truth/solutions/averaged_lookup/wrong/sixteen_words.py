"""Counts the words below 16 only; the other rows get sums.

Class: tame
Why: "a table that has one row for each word"
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def rule(table, ids):
    return jnp.where((ids < 0)[..., None], 0, table[ids])


def forward(table, ids):
    return rule(table, ids), (ids.reshape(-1), jnp.arange(table.shape[0]))


def backward(kept, g):
    ids, numbers = kept
    total = jax.ops.segment_sum(g.reshape(-1, g.shape[2]), ids, num_segments=numbers.size)
    count = jax.ops.segment_sum(jnp.ones(ids.shape), ids, num_segments=16)
    mean = total / jnp.maximum(count.at[numbers].get(mode="fill", fill_value=1), 1)[:, None]
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(axis=1, keepdims=True))), None


rule.defvjp(forward, backward)
lookup = jax.jit(rule)
