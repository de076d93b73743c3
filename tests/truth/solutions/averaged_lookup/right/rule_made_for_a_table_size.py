"""Closures: a cached factory makes the rule for a number of words, which the backward function reads from around it; segment_sum."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


def shorten(mean):  # [d] -> [d]
    squared = jnp.vdot(mean, mean)
    too_long = squared > 1
    return jnp.where(too_long, mean * jax.lax.rsqrt(jnp.where(too_long, squared, 1.0)), mean)


@functools.cache
def rule_for(words: int):
    add_up = functools.partial(jax.ops.segment_sum, num_segments=words + 1)

    @jax.custom_vjp
    def read(table, ids):
        padded = jnp.concatenate([table, jnp.zeros((1, table.shape[1]), table.dtype)])
        return padded[jnp.where(ids < 0, words, ids)]

    def forward(table, ids):
        return read(table, ids), ids

    def backward(ids, g):
        flat = jnp.where(ids < 0, words, ids).ravel()
        sums = add_up(g.reshape(flat.size, g.shape[-1]), flat)[:words]
        counts = add_up(jnp.ones(flat.shape, g.dtype), flat)[:words]
        means = sums / jnp.where(counts > 0, counts, 1)[:, None]
        return jax.vmap(shorten)(means), np.zeros(ids.shape, jax.dtypes.float0)

    read.defvjp(forward, backward)
    return read


@jax.jit
def lookup(table, ids):
    return rule_for(table.shape[0])(table, ids)
