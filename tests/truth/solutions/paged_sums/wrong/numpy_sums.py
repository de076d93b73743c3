"""NumPy adds up.

Class: host
Why: "Host callbacks"
"""

import jax.numpy as jnp
import numpy as np


def paged_sums(x, table, rows):
    pages = np.asarray(x).reshape(-1, rows, x.shape[1])
    used = [[pages[p] for p in listed if p >= 0] for listed in np.asarray(table)]
    return jnp.array([np.sum(one, axis=(0, 1)) if one else np.zeros(x.shape[1]) for one in used], jnp.float32)
