"""Has a rule whose backward function asks NumPy.

Class: host
Why: the gradient is made in a `jax.pure_callback`, and the statement doesn't allow host callbacks.
"""

import jax
import jax.numpy as jnp
import numpy as np


def _average(ids, g, rows):
    ids, g = np.asarray(ids), np.asarray(g)
    sums, counts = np.zeros((len(rows), g.shape[-1]), np.float32), np.zeros(len(rows), np.float32)
    np.add.at(sums, ids[ids >= 0], g[ids >= 0])
    np.add.at(counts, ids[ids >= 0], 1)
    mean = sums / np.maximum(counts, 1)[:, None]
    return mean / np.maximum(1, np.sqrt((mean**2).sum(axis=1, keepdims=True)))


@jax.custom_vjp
def _read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0.0, table[jnp.maximum(ids, 0)])


def _forward(table, ids):
    return _read(table, ids), (ids, table[:, :0])


def _backward(kept, g):
    ids, rows = kept
    shape = jax.ShapeDtypeStruct((rows.shape[0], g.shape[-1]), jnp.float32)
    return jax.pure_callback(_average, shape, ids, g, rows), None


_read.defvjp(_forward, _backward)
lookup = jax.jit(_read)
