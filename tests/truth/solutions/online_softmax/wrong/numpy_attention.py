"""NumPy does it.

Class: host
Why: "Host callbacks"
"""

import jax.numpy as jnp
import numpy as np


def attend(queries, keys, values, length):
    d = queries.shape[1]
    keys, values = np.asarray(keys).reshape(-1, d)[:length], np.asarray(values).reshape(-1, d)[:length]
    scores = np.asarray(queries) @ keys.T
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return jnp.asarray(weights @ values / weights.sum(axis=1, keepdims=True))
