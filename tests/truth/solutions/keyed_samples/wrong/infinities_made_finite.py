"""Cleans the rows by nan_to_num before they are changed.

Class: numbers
Why: an infinite number in a row comes back as 3.4e38, and should move like others and stay infinite.
"""

import jax
import jax.numpy as jnp


def change(epoch_key, n, row):
    own = jax.random.fold_in(epoch_key, n)
    shift_key, noise_key = jax.random.split(own)
    shift = jax.random.randint(shift_key, (), 0, row.size)
    return jnp.roll(jnp.nan_to_num(row), shift) + 0.1 * jax.random.normal(noise_key, row.shape)


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)
    return jax.vmap(change, in_axes=(None, 0, 0))(epoch_key, ids, rows)
