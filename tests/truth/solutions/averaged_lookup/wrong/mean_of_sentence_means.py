"""The mean is taken in each sentence first, and then over the sentences that have the word.
It breaks "the sum of g[b, l] over these places, divided by how many there are", if sentences have a word unequally often.
Class: numbers
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


def forward(table, ids):
    return read(table, ids), (jnp.zeros((table.shape[0], 0)), ids)


def backward(kept, g):
    empty, ids = kept
    hits = jax.nn.one_hot(ids, empty.shape[0])  # nothing for padding
    counts = hits.sum(axis=1)
    means = jnp.einsum("blv,bld->bvd", hits, g) / jnp.maximum(counts, 1)[:, :, None]
    mean = means.sum(axis=0) / jnp.maximum((counts > 0).sum(axis=0), 1)[:, None]
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(axis=1, keepdims=True))), None


read.defvjp(forward, backward)
lookup = jax.jit(read)
