"""Each place is shortened, and then the mean is taken.

Class: numbers
Why: "mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum()))"
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
    g = g.reshape(-1, g.shape[2])
    g = g * jnp.minimum(1, 1 / jnp.sqrt((g**2).sum(axis=1, keepdims=True)))
    total = jax.ops.segment_sum(g, ids, num_segments=rows)
    count = jax.ops.segment_sum(jnp.ones(ids.shape), ids, num_segments=rows)
    return total / jnp.maximum(count, 1)[:, None], None


rule.defvjp(forward, backward)
lookup = jax.jit(rule)
