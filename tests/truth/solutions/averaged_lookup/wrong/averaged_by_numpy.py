"""The backward function calls NumPy on the host.

Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed."
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


def on_host(like, ids, g):
    total, count = np.zeros(like.shape, np.float32), np.zeros((like.shape[0], 1), np.float32)
    valid = ids >= 0
    np.add.at(total, ids[valid], g[valid])
    np.add.at(count, ids[valid], 1)
    mean = total / np.maximum(count, 1)
    return mean / np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1)


def backward(kept, g):
    like, ids = kept
    return jax.pure_callback(on_host, jax.ShapeDtypeStruct(like.shape, like.dtype), like, ids, g), None


read.defvjp(lambda table, ids: (read(table, ids), (table, ids)), backward)
lookup = jax.jit(read)
