"""`lru_cache` by the table's bytes.
Class: retrace
Why: "JAX traces it once for each pair of shapes, whichever table comes".
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.lru_cache
def make(data, shape):
    table = jnp.asarray(np.frombuffer(data, np.float32).reshape(shape))
    return jax.jit(lambda ids: table @ table[ids].mean(axis=0))


def recommend(table, ids):
    return make(np.asarray(table).tobytes(), table.shape)(ids)
