"""Adds by `np.add.at`.

Class: host
Why: No NumPy.
"""

import jax.numpy as jnp
import numpy as np


def deliver(stock, shelves, amounts):
    new, where = np.array(stock), np.array(shelves)
    n = len(new)
    ok = (where >= -n) & (where < n)
    np.add.at(new, where[ok], np.array(amounts)[ok])
    seen = np.where(ok, new[np.where(ok, where, 0)], -1).astype(np.float32)
    near = new[np.clip(np.where(where < 0, where + n, where), 0, n - 1)]
    return jnp.asarray(new), jnp.asarray(seen), jnp.asarray(near)
