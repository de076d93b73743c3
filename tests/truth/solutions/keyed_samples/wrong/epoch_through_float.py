"""Converts the epoch to float32 on the way, together with other metrics.

Class: dtype
Why: For epoch = 2**24 + 1 (any int32 of at least 0 can occur) it rounds to 2**24, and the rows are those of another epoch.
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    progress = jnp.stack([epoch.astype(jnp.float32), jnp.float32(rows.shape[0])])
    of_epoch = jax.random.fold_in(key, progress[0].astype(jnp.uint32))

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(of_epoch, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(change)(ids, rows)
