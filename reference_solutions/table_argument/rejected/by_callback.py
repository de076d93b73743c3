import jax
import numpy as np


@jax.jit
def recommend(table, ids):
    def score(table, ids):
        return (table @ table[ids].mean(axis=0)).astype(np.float32)

    return jax.pure_callback(score, jax.ShapeDtypeStruct(table.shape[:1], table.dtype), table, ids)
