import jax.numpy as jnp
import numpy as np


def first_above(readings, threshold, size):
    found = np.flatnonzero(np.asarray(readings) > float(threshold))
    positions = np.full(size, -1, np.int32)
    positions[: min(size, found.size)] = found[:size]
    values = np.where(positions >= 0, np.asarray(readings)[positions], 0)
    return jnp.asarray(values, jnp.float32), jnp.asarray(positions), jnp.int32(found.size)
