"""The epoch's key is split into one for each row.
Class: key
Why: "its random numbers must follow from its id, and not from its place in the batch".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    own_keys = jax.random.split(jax.random.fold_in(key, epoch), len(ids))

    def change(own, row):
        shift_key, noise_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(change)(own_keys, rows)
