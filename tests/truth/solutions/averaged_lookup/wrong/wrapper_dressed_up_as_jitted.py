"""Right numbers, but `lookup` is a plain function that calls a jitted one; functools.wraps makes it look like that.
Breaks: "The function `lookup` itself must be jitted: `@jax.jit`, or `lookup = jax.jit(...)`."
Class: structure
"""

import functools

import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[..., None], 0.0, table[jnp.maximum(ids, 0)])


def forward(table, ids):
    return read(table, ids), (ids, table.shape[0])


def backward(kept, g):
    ids, words = kept
    target = jnp.where(ids < 0, words, ids)
    sums = jnp.zeros((words, g.shape[-1])).at[target].add(g, mode="drop")
    counts = jnp.zeros(words).at[target].add(1.0, mode="drop")
    mean = sums / jnp.maximum(counts, 1)[:, None]
    return mean / jnp.maximum(1, jnp.linalg.norm(mean, axis=1, keepdims=True)), None


read.defvjp(forward, backward)
fast = jax.jit(read)


@functools.wraps(fast)
def lookup(table, ids):
    return fast(table, ids)
