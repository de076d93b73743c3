"""A Python loop over the batch.
Class: growth
Why: "no Python loop over the batch".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    key = jax.random.fold_in(key, epoch)
    changed = []
    for n, row in zip(ids, rows):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(key, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        changed.append(jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape))
    return jnp.stack(changed)
