import jax
import jax.numpy as jnp
import numpy as np


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


def forward(table, ids):
    return read(table, ids), (table.shape[0], ids)


def backward(kept, g):
    rows, ids = kept
    ids, g = ids.ravel(), g.reshape(-1, g.shape[-1])
    sums, counts = np.zeros((rows, g.shape[1]), np.float32), np.zeros(rows, np.float32)
    np.add.at(sums, np.asarray(ids), np.asarray(g))
    np.add.at(counts, np.asarray(ids), 1)
    means = sums / jnp.maximum(counts, 1)[:, None]
    norms = jnp.linalg.norm(means, axis=1, keepdims=True)
    return means / jnp.maximum(norms, 1), None


read.defvjp(forward, backward)
lookup = jax.jit(read)
