"""Wrong: the epoch is kept in 16 bits, so that epoch 65536 has the keys of epoch 0.
Breaks: "`epoch` is an int32 `jax.Array` of shape `()`, at least 0", with `fold_in(key, epoch)`.
Class: numbers
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    run = jax.random.fold_in(key, epoch.astype(jnp.uint16))

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(run, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(change)(ids, rows)
