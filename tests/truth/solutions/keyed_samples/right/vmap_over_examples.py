"""A function of one example, mapped with the epoch's key shared."""

import jax
import jax.numpy as jnp


def perturb_one(epoch_key, n, row):
    shift_key, noise_key = jax.random.split(jax.random.fold_in(epoch_key, n))
    shift = jax.random.randint(shift_key, (), 0, row.size)
    return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)
    return jax.vmap(perturb_one, in_axes=(None, 0, 0))(epoch_key, ids, rows)
