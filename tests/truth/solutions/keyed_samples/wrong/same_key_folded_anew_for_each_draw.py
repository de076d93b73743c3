"""Makes the example's key anew for each of the two draws, once from the id and once from the id without a sign.

Class: key
Why: "Each key is used at most once": both fold_ins give the same key, as -1 and 2**32 - 1 are the same 32 bits, and it is split twice.
"""

import jax
import jax.numpy as jnp


def draw_shift(epoch_key, n, width):
    shift_key, _ = jax.random.split(jax.random.fold_in(epoch_key, n))
    return jax.random.randint(shift_key, (), 0, width)


def draw_noise(epoch_key, n, width):
    number = jax.lax.bitcast_convert_type(n, jnp.uint32)
    _, noise_key = jax.random.split(jax.random.fold_in(epoch_key, number))
    return jax.random.normal(noise_key, (width,))


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)
    width = rows.shape[1]

    def change(n, row):
        return jnp.roll(row, draw_shift(epoch_key, n, width)) + 0.1 * draw_noise(epoch_key, n, width)

    return jax.vmap(change)(ids, rows)
