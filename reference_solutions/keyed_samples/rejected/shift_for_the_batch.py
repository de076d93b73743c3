import jax
import jax.numpy as jnp


def change_one(epoch_key, shift, n, row):
    noise_key = jax.random.fold_in(epoch_key, n)
    return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)


def perturb(key, epoch, ids, rows):
    shift_key, epoch_key = jax.random.split(jax.random.fold_in(key, epoch))
    shift = jax.random.randint(shift_key, (), 0, rows.shape[1])
    return jax.vmap(change_one, in_axes=(None, None, 0, 0))(epoch_key, shift, ids, rows)
