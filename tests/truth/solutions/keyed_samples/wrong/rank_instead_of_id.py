"""Looks as if the noise followed from the id, but it follows from the id's rank in the batch.

Class: decoy
Why: A shuffle changes nothing, but in a smaller batch ids = [7, 40] have other ranks than in [-2, 7, 40], so example 7 gets another change; the numbers aren't those of fold_in(…, n) either.
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    of_epoch = jax.random.fold_in(key, epoch)
    ranks = jnp.argsort(jnp.argsort(ids))

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(of_epoch, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(change)(ranks.astype(ids.dtype), rows)
