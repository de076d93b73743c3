"""Leaves places out of the count where the gradient is 0.

Class: numbers
Why: "All places with this id count, also those where `g` is 0."
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def rule(table, ids):
    return jnp.where((ids < 0)[..., None], 0, table[ids])


def forward(table, ids):
    return rule(table, ids), (ids.reshape(-1), table.shape[0])


def backward(kept, g):
    ids, rows = kept
    total = jax.ops.segment_sum(g.reshape(-1, g.shape[2]), ids, num_segments=rows)
    count = jax.ops.segment_sum((g != 0).any(axis=2).reshape(-1).astype(g.dtype), ids, num_segments=rows)
    mean = total / jnp.maximum(count, 1)[:, None]
    length = jnp.sqrt((mean**2).sum(axis=1, keepdims=True))
    return mean * jnp.minimum(1, 1 / length), None


rule.defvjp(forward, backward)
lookup = jax.jit(rule)
