"""Negative ids wrap around, and -1 counts for the last row.

Class: numbers
Why: "Padding counts for no row."
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def rule(table, ids):
    return jnp.where((ids < 0)[..., None], 0, table[ids])


def forward(table, ids):
    return rule(table, ids), (ids, table.shape[0])


def backward(kept, g):
    ids, rows = kept
    total = jnp.zeros((rows, g.shape[2])).at[ids].add(g, mode="drop")
    count = jnp.zeros((rows, 1)).at[ids].add(1, mode="drop")
    mean = total / jnp.maximum(count, 1)
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(axis=1, keepdims=True))), None


rule.defvjp(forward, backward)
lookup = jax.jit(rule)
