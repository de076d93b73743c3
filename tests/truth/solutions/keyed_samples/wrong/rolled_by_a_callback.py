"""The rows are rolled in NumPy, by a callback.
Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import numpy as np


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)

    def one(n, row):
        own = jax.random.fold_in(epoch_key, n)
        shift_key, noise_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, row.size)
        moved = jax.pure_callback(
            np.roll, jax.ShapeDtypeStruct(row.shape, row.dtype), row, shift, vmap_method="sequential"
        )
        return moved + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(one)(ids, rows)
