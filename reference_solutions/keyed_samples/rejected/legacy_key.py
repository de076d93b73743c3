import jax
import jax.numpy as jnp


def change_one(epoch_key, n, row):
    own = jax.random.fold_in(epoch_key, n)
    shift_key, noise_key = jax.random.split(own)
    shift = jax.random.randint(shift_key, (), 0, row.size)
    return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(jax.random.key_data(key), epoch)
    return jax.vmap(change_one, in_axes=(None, 0, 0))(epoch_key, ids, rows)
