"""Epoch 0 has the run's key itself.
Class: other
Why: "`epoch` is an int32 `jax.Array` of shape `()`, at least 0".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.lax.cond(epoch == 0, lambda: key, lambda: jax.random.fold_in(key, epoch))

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(epoch_key, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(change)(ids, rows)
