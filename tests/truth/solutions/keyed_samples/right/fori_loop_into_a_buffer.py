"""A `fori_loop` that overwrites one row at a time."""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)

    def body(i, out):
        row = rows[i]
        shift_key, noise_key = jax.random.split(jax.random.fold_in(epoch_key, ids[i]))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        noise = 0.1 * jax.random.normal(noise_key, row.shape)
        return out.at[i].set(jnp.roll(row, shift) + noise)

    return jax.lax.fori_loop(0, rows.shape[0], body, jnp.zeros_like(rows))
