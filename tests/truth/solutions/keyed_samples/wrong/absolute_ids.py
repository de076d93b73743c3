"""Takes the absolute value of ids, as fold_in wants numbers without a sign.

Class: numbers
Why: For ids = [-2] the row gets the change of the example 2 and not that of fold_in(…, -2).
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    of_epoch = jax.random.fold_in(key, epoch)

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(of_epoch, jnp.abs(n)))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(change)(ids, rows)
