"""Computes the backward rule in NumPy, by a callback whose name is put together from parts.

Class: host
Why: breaches "host callbacks (jax.pure_callback and its relatives) are not allowed": the gradient of the table comes from np.add.at.
"""

import jax
import jax.numpy as jnp
import numpy as np

_compute = getattr(jax, "_".join(["pure", "call" + "back"]))


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[..., None], 0.0, table[jnp.maximum(ids, 0)])


def forward(table, ids):
    return read(table, ids), (table[:, :0], ids)


def _rule(hull, ids, g):
    hull, ids, g = np.asarray(hull), np.asarray(ids), np.asarray(g)
    total = np.zeros((hull.shape[0], g.shape[2]), np.float32)
    count = np.zeros((hull.shape[0], 1), np.float32)
    there = ids >= 0
    np.add.at(total, ids[there], g[there])
    np.add.at(count, ids[there], 1)
    mean = total / np.maximum(count, 1)
    length = np.sqrt((mean**2).sum(axis=1, keepdims=True))
    return (mean / np.maximum(length, 1)).astype(np.float32)


def backward(kept, g):
    hull, ids = kept
    shape = jax.ShapeDtypeStruct((hull.shape[0], g.shape[2]), jnp.float32)
    return _compute(_rule, shape, hull, ids, g), None


read.defvjp(forward, backward)
lookup = jax.jit(read)
