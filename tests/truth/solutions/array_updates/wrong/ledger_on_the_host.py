"""Keeps its ledger in a host callback, behind a jitted front.

Class: host
Why: the sums are made by NumPy in a `jax.pure_callback`, and the statement doesn't allow callbacks into Python.
"""

import jax
import jax.numpy as jnp
import numpy as np


def _ledger(stock, shelves, amounts):
    new, shelves, amounts = np.array(stock, np.float32), np.asarray(shelves), np.asarray(amounts, np.float32)
    n = len(new)
    exists = (shelves >= -n) & (shelves < n)
    np.add.at(new, shelves[exists], amounts[exists])
    return new


@jax.jit
def deliver(stock, shelves, amounts):
    shape = jax.ShapeDtypeStruct(stock.shape, jnp.float32)
    new = jax.pure_callback(_ledger, shape, stock, shelves, amounts)
    seen = new.at[shelves].get(mode="fill", fill_value=-1.0)
    return new, seen, new.at[shelves].get(mode="clip")
