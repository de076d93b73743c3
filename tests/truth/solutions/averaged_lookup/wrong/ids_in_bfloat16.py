"""Ids are handed to the rule as bfloat16, which ends at 256, so that they have a gradient.

Class: dtype
Why: "`ids` is a `jax.Array` of dtype int32"
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def rule(table, numbers):
    return table.at[numbers.astype(jnp.int32)].get(mode="fill", fill_value=0)


def forward(table, numbers):
    return rule(table, numbers), (numbers, table.shape[0])


def backward(kept, g):
    numbers, rows = kept
    ids = numbers.astype(jnp.int32)
    total = jnp.zeros((rows, g.shape[2])).at[ids].add(g, mode="drop")
    count = jnp.zeros((rows, 1)).at[ids].add(1, mode="drop")
    mean = total / jnp.maximum(count, 1)
    length = jnp.sqrt((mean**2).sum(axis=1, keepdims=True))
    return mean * jnp.minimum(1, 1 / length), jnp.zeros_like(numbers)


rule.defvjp(forward, backward)


@jax.jit
def lookup(table, ids):
    ids = jnp.where(ids < 0, 2 * table.shape[0] + 8, ids)
    return rule(table, ids.astype(jnp.bfloat16))
