"""The noise is drawn in 16 bits.
Class: dtype
Why: "equal up to rounding: at most 64 float32 epsilons".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)

    def one(n, row):
        own = jax.random.fold_in(epoch_key, n)
        shift_key, noise_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, row.size)
        noise = jax.random.normal(noise_key, row.shape, jnp.bfloat16)
        return jnp.roll(row, shift) + 0.1 * noise

    return jax.vmap(one)(ids, rows)
