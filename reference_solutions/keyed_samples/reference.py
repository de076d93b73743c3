"""The truth of `keyed_samples`: one example at a time, under vmap."""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    """Return the changed rows, in the order of `ids`."""

    def change(n, row):
        own = jax.random.fold_in(jax.random.fold_in(key, epoch), n)
        shift_key, noise_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(change)(ids, rows)
