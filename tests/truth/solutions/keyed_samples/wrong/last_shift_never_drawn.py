"""The greatest shift is left out, as if the limit were included.
Class: numbers
Why: "shift = jax.random.randint(shift_key, (), 0, row.size)".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)

    def one(n, row):
        own = jax.random.fold_in(epoch_key, n)
        shift_key, noise_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, max(row.size - 1, 1))
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(one)(ids, rows)
