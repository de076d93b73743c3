"""Hides a Python loop over the batch behind a tree of examples.

Class: growth
Why: It breaches "no Python loop over the batch": jax.tree.map runs the whole change once for each example.
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    of_epoch = jax.random.fold_in(key, epoch)

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(of_epoch, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jnp.stack(jax.tree.map(change, list(ids), list(rows)))
