"""A callback does it in NumPy.

Class: host
Why: Callbacks into Python aren't allowed.
"""

import jax
import jax.numpy as jnp
import numpy as np


def on_host(new, where, what):
    new = np.array(new)
    ok = (where >= -len(new)) & (where < len(new))
    np.add.at(new, np.asarray(where)[ok], np.asarray(what)[ok])
    return new


def deliver(stock, shelves, amounts):
    shape = jax.ShapeDtypeStruct(stock.shape, stock.dtype)
    new = jax.pure_callback(on_host, shape, stock, shelves, amounts)
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
