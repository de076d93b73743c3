"""Computes in NumPy when it is handed values, and by JAX only when it is traced.

Class: sniffer
Why: the statement says "no NumPy", and on plain arrays everything is computed by np.add.at.
"""

import jax
import jax.numpy as jnp
import numpy as np


def deliver(stock, shelves, amounts):
    if isinstance(stock, jax.core.Tracer) or isinstance(shelves, jax.core.Tracer) or isinstance(amounts, jax.core.Tracer):
        new = stock.astype(jnp.float32).at[shelves].add(amounts.astype(jnp.float32), mode="drop")
        seen = new.at[shelves].get(mode="fill", fill_value=-1.0)
        return new, seen, new.at[shelves].get(mode="clip")
    new, shelves, amounts = np.array(stock, np.float32), np.asarray(shelves), np.asarray(amounts, np.float32)
    n = len(new)
    exists = (shelves >= -n) & (shelves < n)
    np.add.at(new, shelves[exists], amounts[exists])
    nearest = new[np.clip(shelves, -n, n - 1)]
    seen = np.where(exists, nearest, np.float32(-1))
    return jnp.asarray(new), jnp.asarray(seen), jnp.asarray(nearest)
