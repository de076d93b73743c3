"""Takes one example after the other with jax.lax.map, and rolls by a slice of the doubled row."""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    width = rows.shape[1]
    of_epoch = jax.random.fold_in(key, epoch)

    def change(example):
        n, row = example
        shift_key, noise_key = jax.random.split(jax.random.fold_in(of_epoch, n))
        shift = jax.random.randint(shift_key, (), 0, width)
        rolled = jax.lax.dynamic_slice_in_dim(jnp.concatenate([row, row]), width - shift, width)
        return rolled + 0.1 * jax.random.normal(noise_key, (width,))

    return jax.lax.map(change, (ids, rows))
