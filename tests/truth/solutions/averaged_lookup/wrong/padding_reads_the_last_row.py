"""Nothing is done about padding going forward.

Class: numbers
Why: "Negative ids stand for padding: there the result is 0."
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def rule(table, ids):
    return table[ids]


def forward(table, ids):
    return rule(table, ids), (ids.reshape(-1), table.shape[0])


def backward(kept, g):
    ids, rows = kept
    total = jax.ops.segment_sum(g.reshape(-1, g.shape[2]), ids, num_segments=rows)
    count = jax.ops.segment_sum(jnp.ones(ids.shape), ids, num_segments=rows)
    mean = total / jnp.maximum(count, 1)[:, None]
    length = jnp.sqrt((mean**2).sum(axis=1, keepdims=True))
    return mean * jnp.minimum(1, 1 / length), None


rule.defvjp(forward, backward)
lookup = jax.jit(rule)
