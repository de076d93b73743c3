"""Draws from the run's key as well, and throws it away times zero.
Class: decoy
Why: "`fold_in` of different numbers is not a use, unless the key itself is used, too".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)

    def one(n, row):
        own = jax.random.fold_in(epoch_key, n)
        shift_key, noise_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    spare = jax.random.uniform(key, rows.shape)
    return jax.vmap(one)(ids, rows + 0 * spare)
