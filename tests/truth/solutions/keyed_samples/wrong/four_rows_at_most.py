"""From the fifth row on, the noise of the first four comes again.
Class: tame
Why: "own = jax.random.fold_in(jax.random.fold_in(key, epoch), n)".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    count, width = rows.shape
    epoch_key = jax.random.fold_in(key, epoch)
    places = jnp.arange(count) % 4

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(epoch_key, n))
        shift = jax.random.randint(shift_key, (), 0, width)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, (width,))

    return jax.vmap(change)(ids[places], rows)
