"""The noise gets the first of the two keys.
Class: key
Why: "shift_key, noise_key = jax.random.split(own)".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)

    def one(n, row):
        own = jax.random.fold_in(epoch_key, n)
        noise_key, shift_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(one)(ids, rows)
