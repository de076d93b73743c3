"""Ids go through float32, which has 24 bits.
Class: dtype
Why: "any int32 number can occur, negative ones too".
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

    numbers = ids.astype(jnp.float32).astype(jnp.int32)
    return jax.vmap(one)(numbers, rows)
