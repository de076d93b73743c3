"""A callback computes the chunks in Python.
Class: host
Why: "call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np


def score_all(score, queries, table, size):
    def compute(queries, table):
        parts = [queries[i : i + size] for i in range(0, len(queries), size)]
        return np.concatenate([jax.vmap(score, (0, None))(part, table) for part in parts])

    return jax.pure_callback(compute, jax.ShapeDtypeStruct((len(queries),), jnp.float32), queries, table)
