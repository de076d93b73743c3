"""The whole batch is shifted alike, by a key of the epoch.
Class: layout
Why: "shift = jax.random.randint(shift_key, (), 0, row.size)".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)
    pairs = jax.vmap(lambda n: jax.random.split(jax.random.fold_in(epoch_key, n)))(ids)
    shift = jax.random.randint(pairs[0, 0], (), 0, rows.shape[1])
    noise = jax.vmap(lambda k: jax.random.normal(k, rows.shape[1:]))(pairs[:, 1])
    return jnp.roll(rows, shift, axis=1) + 0.1 * noise
