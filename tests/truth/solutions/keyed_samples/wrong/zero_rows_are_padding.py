"""Leaves rows of zeros alone, as if they were padding.

Class: numbers
Why: A row of zeros is an example like others ("A row may be zeros"), and should get its noise, but comes back as zeros.
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    of_epoch = jax.random.fold_in(key, epoch)

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(of_epoch, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        changed = jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)
        return jnp.where(row.any(), changed, row)

    return jax.vmap(change)(ids, rows)
