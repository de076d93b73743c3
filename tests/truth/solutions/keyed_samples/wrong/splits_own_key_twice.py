"""Take the shift's key and the noise's key from two splits of the example's key.

Class: key
Why: it breaches "Each key is used at most once": for any input, the key of each example is split twice, though the numbers are right.
"""

import jax
import jax.numpy as jnp


def shift_row(own, row):
    shift_key, _ = jax.random.split(own)
    return jnp.roll(row, jax.random.randint(shift_key, (), 0, row.size))


def draw_noise(own, row):
    _, noise_key = jax.random.split(own)
    return 0.1 * jax.random.normal(noise_key, row.shape)


def perturb(key, epoch, ids, rows):
    of_epoch = jax.random.fold_in(key, epoch)

    def change(n, row):
        own = jax.random.fold_in(of_epoch, n)
        return shift_row(own, row) + draw_noise(own, row)

    return jax.vmap(change)(ids, rows)
