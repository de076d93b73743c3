"""The noise is added first, and then rolled together with the row.
Breaks: "row = jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)".
Class: numbers
"""
import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    base = jax.random.fold_in(key, epoch)

    def one(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(base, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row + 0.1 * jax.random.normal(noise_key, row.shape), shift)

    return jax.vmap(one)(ids, rows)
