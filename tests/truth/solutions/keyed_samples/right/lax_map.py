"""One example after the other, by `lax.map` over a tuple."""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    key = jax.random.fold_in(key, epoch)

    def change(example):
        n, row = example
        shift_key, noise_key = jax.random.split(jax.random.fold_in(key, n), 2)
        shift = jax.random.randint(shift_key, shape=(), minval=0, maxval=row.shape[0])
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape, dtype=row.dtype)

    return jax.lax.map(change, (ids, rows))
