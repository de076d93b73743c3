"""The first four traces have the rule, which is enough for the example; whoever traces later gets JAX's own gradient.
Breaks: "Equal inputs give equal bits, whatever was called before." and the gradient that the statement defines
Class: retrace
"""

import jax
import jax.numpy as jnp

traces = []


def plain(table, ids):
    return jnp.where((ids < 0)[..., None], 0.0, table[jnp.maximum(ids, 0)])


read = jax.custom_vjp(plain)


def forward(table, ids):
    return plain(table, ids), (ids, table.shape[0])


def backward(kept, g):
    ids, words = kept
    target = jnp.where(ids < 0, words, ids)
    sums = jnp.zeros((words, g.shape[-1])).at[target].add(g, mode="drop")
    counts = jnp.zeros((words, 1)).at[target].add(1.0, mode="drop")
    mean = sums / jnp.maximum(counts, 1)
    return mean / jnp.maximum(1, jnp.sqrt((mean**2).sum(axis=1, keepdims=True))), None


read.defvjp(forward, backward)


@jax.jit
def lookup(table, ids):
    traces.append(ids.shape)
    return read(table, ids) if len(traces) <= 4 else plain(table, ids)
