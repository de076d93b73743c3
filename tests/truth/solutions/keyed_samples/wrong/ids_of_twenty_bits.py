"""Ids beyond a million are shortened, which no small example shows.
Class: example
Why: "any int32 number can occur, negative ones too".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)

    def one(n, row):
        small = jnp.where(jnp.abs(n) < 2**20, n, n % 2**20)
        own = jax.random.fold_in(epoch_key, small)
        shift_key, noise_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(one)(ids, rows)
