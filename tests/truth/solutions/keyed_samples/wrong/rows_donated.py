"""Compiles the function and lets it reuse the memory of the rows, which have the shape of the result.

Class: memory
Why: after a call with plain arrays `rows` is deleted, and arguments must be the same after the call as before.
"""

import functools

import jax
import jax.numpy as jnp


def change(epoch_key, n, row):
    own = jax.random.fold_in(epoch_key, n)
    shift_key, noise_key = jax.random.split(own)
    shift = jax.random.randint(shift_key, (), 0, row.size)
    return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)


@functools.partial(jax.jit, donate_argnums=3)
def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)
    return jax.vmap(change, in_axes=(None, 0, 0))(epoch_key, ids, rows)
