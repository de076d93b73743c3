"""A jitted selection runs beside and is thrown away; NumPy answers.
Class: decoy
Why: "JAX must be able to trace the function".
"""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnums=2)
def select(readings, threshold, size):
    return jnp.flatnonzero(readings > threshold, size=size, fill_value=-1)


def first_above(readings, threshold, size):
    select(readings, threshold, size)
    found = np.flatnonzero(np.asarray(readings) > float(threshold))
    at = np.pad(found[:size], (0, size - min(size, found.size)), constant_values=-1).astype(np.int32)
    values = np.where(at >= 0, np.asarray(readings)[at], 0).astype(np.float32)
    return jnp.asarray(values), jnp.asarray(at), jnp.int32(found.size)
