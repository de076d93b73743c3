"""Wrong: noise that isn't finite is replaced by a second draw, from the same key (which gives the same numbers).
Breaks: "Each key is used at most once."
Class: key
"""

import jax
import jax.numpy as jnp


def finite_normal(key, shape):
    noise = jax.random.normal(key, shape)
    again = jax.random.normal(key, shape)
    return jnp.where(jnp.isfinite(noise), noise, again)


def perturb(key, epoch, ids, rows):
    run = jax.random.fold_in(key, epoch)

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(run, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * finite_normal(noise_key, row.shape)

    return jax.vmap(change)(ids, rows)
