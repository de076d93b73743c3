"""Ids are read as Python numbers, which a tracer has not.
Class: host
Why: "JAX must be able to trace the function, all arguments included".
"""

import jax
import jax.numpy as jnp
import numpy as np


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)
    numbers = np.array([int(n) % 2**32 for n in ids], dtype=np.uint32)

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(epoch_key, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(change)(numbers, rows)
