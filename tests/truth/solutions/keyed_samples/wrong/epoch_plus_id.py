"""Epoch and id are added, and their sum is folded in.
Class: key
Why: "own = jax.random.fold_in(jax.random.fold_in(key, epoch), n)".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):

    def one(n, row):
        own = jax.random.fold_in(key, epoch + n)
        shift_key, noise_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(one)(ids, rows)
