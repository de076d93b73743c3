"""Zeros of dtype float0 for the ids, and a spare row for the padding, in both directions."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.custom_vjp
def read(table, ids):
    longer = jnp.concatenate([table, jnp.zeros((1, table.shape[1]))])
    return longer.at[ids].get()


def forward(table, ids):
    return read(table, ids), (table, ids)


def backward(kept, g):
    table, ids = kept
    longer = jnp.zeros((len(table) + 1, table.shape[1] + 1))
    both = longer.at[ids].add(jnp.pad(g, ((0, 0), (0, 0), (0, 1)), constant_values=1))[:-1]
    means = both[:, :-1] / jnp.maximum(both[:, -1:], 1)
    length = jnp.sqrt(jnp.vecdot(means, means))[:, None]
    shortened = jnp.where(length > 1, means / jnp.where(length > 1, length, 1), means)
    return shortened, np.zeros(ids.shape, jax.dtypes.float0)


read.defvjp(forward, backward)


@jax.jit
def lookup(table, ids):
    return read(table, jnp.where(ids < 0, len(table), ids))
