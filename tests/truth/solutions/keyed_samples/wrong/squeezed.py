"""A batch of one example comes back as a vector.
Class: structure
Why: "of dtype float32 and shape `(B, D)`".
"""

import jax
import jax.numpy as jnp


def perturb_one(key, row):
    shift_key, noise_key = jax.random.split(key)
    shift = jax.random.randint(shift_key, (), 0, row.size)
    return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)
    keys = jax.vmap(lambda n: jax.random.fold_in(epoch_key, n))(ids)
    return jnp.squeeze(jax.vmap(perturb_one)(keys, rows))
